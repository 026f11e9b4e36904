"""Studies of judged events (Khandelwal et al. 2001): sentences, event lists, links, verification."""
