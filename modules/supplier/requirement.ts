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
    (row) =>
      row.status === "EFFECTIVE" &&
      row.useAt.includes(asked.stage) &&
      open(row.sceneId, asked.sceneId) &&
      open(row.supplierType, asked.supplierType) &&
      open(row.supplierNature, asked.supplierNature),
  );
  const paths = asked.categoryPaths.length ? asked.categoryPaths : [[]];
  const values = new Set<string>();
  for (const path of paths) {
    const near = (row: R): number => (row.categoryId === null ? 0 : path.indexOf(row.categoryId) + 1);
    const here = fitting.filter((row) => row.categoryId === null || path.includes(row.categoryId));
    for (const row of here) {
      const overruled = row.certType !== "OTHER" && here.some((other) => other.certType === row.certType && near(other) > near(row));
      if (!overruled) values.add(row.id);
    }
  }
  return fitting
    .filter((row) => values.has(row.id))
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
  requirement: Pick<Requirement, "certType" | "needNo" | "needValidity" | "minRemainDays">,
  certificates: readonly C[],
  day: string,
  categoryIds: readonly string[] = [],
): C | null {
  const until = (it: C): string => (it.longTermFlag === "Y" ? "9999-12-31" : (it.validTo ?? ""));
  const least = addDays(day, requirement.minRemainDays ?? 0);
  const covers = (it: C): boolean => !it.categoryIds?.length || categoryIds.every((id) => it.categoryIds!.includes(id));
  return (
    certificates
      .filter(
        (it) =>
          it.certType === requirement.certType &&
          (it.certStatus === "VALID" || it.certStatus === "EXPIRING") &&
          (requirement.needNo !== "Y" || Boolean(it.certNo)) &&
          (until(it) === "" ? requirement.needValidity !== "Y" : until(it) >= least) &&
          covers(it),
      )
      .toSorted((a, b) => until(b).localeCompare(until(a)))[0] ?? null
  );
}
