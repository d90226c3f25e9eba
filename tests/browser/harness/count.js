/**
 * The last line of a run, after every failure was told: how many passed, and how many failed or never came to their end.
 */
export default async function* count(events) {
  const counts = {};
  for await (const { type, data } of events) {
    const told = type === 'test:diagnostic' && /^(pass|fail|cancelled) (\d+)$/.exec(data.message);
    if (told) counts[told[1]] = Number(told[2]);
  }
  const { pass = 0, fail = 0, cancelled = 0 } = counts;
  yield `browser journeys: ${pass} passed, ${fail + cancelled} failed\n`;
}
