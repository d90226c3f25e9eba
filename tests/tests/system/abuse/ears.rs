//! Who hears what is no longer, or not yet, for him.
