type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === 'string';
const flag: Test = (value) => typeof value === 'boolean';
const whole: Test = (value) => Number.isSafeInteger(value);
const count: Test = (value) => whole(value) && (value as number) >= 0;
const all =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const absentOr =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const nullOr =
  (test: Test): Test =>
  (value) =>
    value === undefined || value === null || test(value);
const object =
  (fields: Readonly<Record<string, Test>>): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, test]) => test((value as Readonly<Record<string, unknown>>)[name]));

/**
 * Whether a value is what a manifest has to be to be read as one: what `services/ratings/src/manifest.rs` demands of the
 * fields that a page says something of, and that whatever else is in every manifest is there.
 */
export const isManifest = object({
  format: text,
  tournament_id: text,
  tournament: text,
  version: count,
  file_name: text,
  sha256: text,
  bytes: count,
  at_ms: whole,
  tournament_seq: count,
  rule_set: text,
  conformant: flag,
  departures: all(text),
  rated: absentOr(flag),
  unsigned_results: absentOr(all(text)),
  draw_anchor: text,
  revealed_seeds: all(text),
  supersedes: nullOr(object({ version: count, sha256: text })),
  differences: absentOr(all(text)),
  files: absentOr(all(object({ kind: text, name: text, sha256: text, bytes: count, without: absentOr(all(text)) }))),
  files_left_out: absentOr(all(object({ kind: text, why: text }))),
});
