/// Whether a value is what its absence means, so that it is left out when written: entries of
/// older games keep their very bytes.
pub(crate) fn is_absent<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
