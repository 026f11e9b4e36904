"""Annotation as pure logic: how far people agree, and drafts for them to correct."""
