import type { Me, Where } from "./entity.ts";

type Way = readonly (readonly [field: string, test: unknown])[];

/** Every way to pass: tests that must all hold. */
function waysOf({ any, all, ...fields }: Where): readonly Way[] {
  const more = [...(all ?? []).map(waysOf), ...(any ? [any.flatMap(waysOf)] : [])];
  return more.reduce<readonly Way[]>((ways, next) => ways.flatMap((w) => next.map((n) => [...w, ...n])), [Object.entries(fields)]);
}

const valuesOf = (test: unknown): readonly unknown[] | null => (typeof test === "string" ? [test] : Array.isArray(test) ? test : null);
const shutOut = (test: unknown): readonly unknown[] =>
  (typeof test === "object" && test !== null && "not" in test ? valuesOf(test.not) : null) ?? [];

const canPass = (way: Way): boolean =>
  [...Map.groupBy(way, ([field]) => field).values()].every((tests) => {
    const lists = tests.flatMap(([, test]) => [valuesOf(test) ?? []]).filter((list) => list.length > 0);
    const never = tests.flatMap(([, test]) => shutOut(test));
    return (
      lists.length === 0 || lists[0]!.some((candidate) => !never.includes(candidate) && lists.every((list) => list.includes(candidate)))
    );
  });

/** Can there be a row that both let through? Only values that plainly shut each other out say no. */
export const canMeet = (where: Where, other: Where): boolean => waysOf({ all: [where, other] }).some(canPass);

/** Whoever of the suppliers it is: which states he is shown does not depend on it. */
export const anySupplier: Me = {
  userId: "-",
  userName: "",
  displayName: "",
  audience: "supplier",
  supplierId: "-",
  responsibilityId: null,
  respCode: null,
  language: "CN",
  zone: "UTC",
  orgs: "all",
  categories: "all",
  items: "all",
  selfOnly: false,
  may: () => true,
  holds: () => true,
  opens: () => true,
  picks: () => true,
};
