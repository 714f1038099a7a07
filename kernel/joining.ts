type Grant = string | readonly [route: string, ...buttons: string[]];

/** One grant for each page, with all the buttons that were named for it. */
export function joinedGrants(grants: readonly Grant[]): readonly Grant[] {
  const named = grants.filter((grant) => typeof grant !== "string");
  return [
    ...new Set(grants.filter((grant) => typeof grant === "string")),
    ...[...Map.groupBy(named, ([route]) => route)].map(
      ([route, same]) => [route, ...new Set(same.flatMap(([, ...buttons]) => buttons))] as const,
    ),
  ];
}

/** Named declarations of several stretches; two that share a name must be the same, unless they may differ. */
export function joinedRecords(
  what: string,
  records: readonly (object | undefined)[],
  mayDiffer: boolean,
): Readonly<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const [name, value] of records.flatMap((record) => Object.entries(record ?? {}))) {
    if (!mayDiffer && name in all && JSON.stringify(all[name]) !== JSON.stringify(value))
      throw new Error(`${what}: ${name} is declared twice, differently`);
    all[name] = value;
  }
  return all;
}
