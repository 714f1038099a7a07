/** What the condition of a step may ask about. */
export interface SkipFacts {
  readonly sceneType: string;
  readonly supplierType: string | null;
  readonly supplierNature: string | null;
  readonly supLevel: string | null;
  readonly customerDesignated: string | null;
  readonly purchaseKinds: readonly string[];
  readonly importanceLevels: readonly string[];
  /** Types of certificates that are valid today. */
  readonly validCerts: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const listed = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined || value === null ? [] : [String(value)];

/** Does the condition of a step hold? {"all": […]}, {"any": […]}, {"not": …}, or {"field": "validCerts", "value": "IATF16949"}; what it does not know never holds. */
export function skips(condition: unknown, facts: SkipFacts): boolean {
  if (!isObject(condition)) return false;
  if (Array.isArray(condition["all"])) return condition["all"].length > 0 && condition["all"].every((candidate) => skips(candidate, facts));
  if (Array.isArray(condition["any"])) return condition["any"].some((candidate) => skips(candidate, facts));
  if (isObject(condition["not"])) return !skips(condition["not"], facts);
  const field = String(condition["field"] ?? "");
  if (!(field in facts)) return false;
  const given = listed(facts[field as keyof SkipFacts]);
  return listed(condition["value"]).some((value) => given.includes(value));
}
