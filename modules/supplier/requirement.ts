import type { Doc } from "#kernel/entity.ts";
import { addDays } from "#kernel/days.ts";
import type { requirement } from "./requirement.entity.ts";

export type Requirement = Doc<typeof requirement>;
type Asked = Pick<
  Requirement,
  "id" | "requireCode" | "certType" | "sceneId" | "categoryId" | "supplierType" | "supplierNature" | "useAt" | "mustFlag" | "status"
>;

/** Of whom proofs are asked, for what and when. */
export interface RequirementQuestion {
  readonly stage: "REGISTER" | "QUALIFY" | "YEARLY";
  readonly sceneId: string | null;
  /** One path for each category, the root first. */
  readonly categoryPaths: readonly (readonly string[])[];
  readonly supplierType: string | null;
  readonly supplierNature: string | null;
}

const open = (wanted: string | null, given: string | null): boolean => wanted === null || wanted === given;

/** The proofs asked for: inherited down the category tree, a nearer requirement of the same type in place of a farther one. */
export function requirementsFor<R extends Asked>(all: readonly R[], asked: RequirementQuestion): R[] {
  const fitting = all.filter(
    (one) =>
      one.status === "EFFECTIVE" &&
      one.useAt.includes(asked.stage) &&
      open(one.sceneId, asked.sceneId) &&
      open(one.supplierType, asked.supplierType) &&
      open(one.supplierNature, asked.supplierNature),
  );
  const paths = asked.categoryPaths.length ? asked.categoryPaths : [[]];
  const kept = new Set<string>();
  for (const path of paths) {
    const near = (one: R): number => (one.categoryId === null ? 0 : path.indexOf(one.categoryId) + 1);
    const here = fitting.filter((one) => one.categoryId === null || path.includes(one.categoryId));
    for (const one of here) {
      const overruled = one.certType !== "OTHER" && here.some((other) => other.certType === one.certType && near(other) > near(one));
      if (!overruled) kept.add(one.id);
    }
  }
  return fitting
    .filter((one) => kept.has(one.id))
    .toSorted((a, b) => b.mustFlag.localeCompare(a.mustFlag) || a.requireCode.localeCompare(b.requireCode));
}

/** A certificate as far as reuse is decided by it. */
export interface Certificate {
  readonly id: string;
  readonly certType: string;
  readonly certStatus: string;
  readonly certNo: string | null;
  readonly validTo: string | null;
  readonly longTermFlag: string | null;
  readonly categoryIds: readonly string[] | null;
}

/** The certificate in force that answers a requirement on a day, so that nobody uploads it twice: the one that lasts longest. */
export function reusable<C extends Certificate>(
  one: Pick<Requirement, "certType" | "needNo" | "needValidity" | "minRemainDays">,
  certificates: readonly C[],
  day: string,
  categoryIds: readonly string[] = [],
): C | null {
  const until = (it: C): string => (it.longTermFlag === "Y" ? "9999-12-31" : (it.validTo ?? ""));
  const least = addDays(day, one.minRemainDays ?? 0);
  const covers = (it: C): boolean => !it.categoryIds?.length || categoryIds.every((id) => it.categoryIds!.includes(id));
  return (
    certificates
      .filter(
        (it) =>
          it.certType === one.certType &&
          (it.certStatus === "VALID" || it.certStatus === "EXPIRING") &&
          (one.needNo !== "Y" || Boolean(it.certNo)) &&
          (until(it) === "" ? one.needValidity !== "Y" : until(it) >= least) &&
          covers(it),
      )
      .toSorted((a, b) => until(b).localeCompare(until(a)))[0] ?? null
  );
}
