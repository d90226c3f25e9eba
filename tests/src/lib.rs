//! Tests of the binary through its public faces.
