"""Protocols of evaluation: what released code computes from the same outputs, and where it differs."""
