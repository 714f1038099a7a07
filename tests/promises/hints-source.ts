import type { Generate, Hints, Row } from "../support/generate.ts";

/** A supplier whose file is in force, and that nobody else refers to. */
const supplier = async (g: Generate): Promise<string> => (await g.inState(g.declared.entity("SrmSupInfo"), "EFFECTIVE"))["id"] as string;
/** The same suppliers in turn for the lines of documents made whole: more than a document has lines, so that no two lines of one name the same. */
const inForce = new WeakMap<object, { readonly ids: string[]; next: number }>();
async function another(g: Generate): Promise<string> {
  const known = inForce.get(g.kernel) ?? { ids: [], next: 0 };
  inForce.set(g.kernel, known);
  const at = known.next++ % 220;
  return (known.ids[at] ??= await supplier(g));
}
const group = (g: Generate): Promise<string> => g.id("SrmBasePurchaseCategory", true);
const always = { startDate: "2026-01-01", endDate: "2099-12-31" };

/** A list in an organisation with so many suppliers; what its lines are known by. */
async function lineIds(g: Generate, orgId: unknown, lines: number): Promise<string[]> {
  const of = g.declared.entity("SrmPurAslHeader");
  const made = await g.lone(of, { orgId }, { lines: Math.max(1, lines) });
  return (made["lines"] as readonly Row[]).map((line) => line["id"] as string);
}

/** What the rules of the approved supplier list demand beyond their declarations. */
export const sourceHints: Hints = {
  SrmPurAslHeader: async (g) => ({ aslLevel: "CATEGORY", itemId: undefined, categoryId: await group(g), enabledFlag: "Y" }),
  SrmPurAslLine: async (g, row) => ({
    ...always,
    supplierId: await (row["parentId"] ? supplier : another)(g),
    supplierSiteId: undefined,
    aslStatus: "APPROVED",
  }),
  // What the hint of the whole row takes away or replaces need not be made first.
  "SrmPurAslHeader.itemId": () => ({ itemId: "none" }),
  "SrmPurAslHeader.categoryId": () => ({ categoryId: "none" }),
  "SrmPurAslLine.supplierId": () => ({ supplierId: "none" }),
  "SrmPurAslLine.supplierSiteId": () => ({ supplierSiteId: "none" }),
  "SrmPurAslApplyLine.itemId": () => ({ itemId: "none" }),
  "SrmPurAslApplyLine.categoryId": () => ({ categoryId: "none" }),
  "SrmPurAslApplyLine.supplierId": () => ({ supplierId: "none" }),
  "SrmPurAslApplyLine.supplierSiteId": () => ({ supplierSiteId: "none" }),
  "SrmPurAslAlterationLine.aslLineId": () => ({ aslLineId: "none" }),
  "SrmPurAslHeader.doAdmit": () => ({ admitted: [] }),
  "SrmPurAslHeader.doAlter": () => ({ altered: [], by: { alterType: "SUSPEND", alterationId: "A1" } }),
  SrmPurAslApplyLine: async (g) => ({
    ...always,
    aslLevel: "CATEGORY",
    itemId: undefined,
    categoryId: await group(g),
    supplierId: await another(g),
    supplierSiteId: undefined,
    aslStatus: "APPROVED",
  }),
  SrmPurAslAlteration: async (g, row, given) => {
    const lines = (row["lines"] ?? []) as readonly Row[];
    const orgId = given["orgId"] ?? (await g.id("BaseOrganization", true));
    const ids = lines.length ? await lineIds(g, orgId, lines.length) : [];
    return { orgId, alterType: "LIMIT", effectiveDate: undefined, lines: lines.map((line, i) => ({ ...line, aslLineId: ids[i] })) };
  },
  SrmPurAslAlterationLine: async (g, row) => {
    const afterJson = { moq: "12" };
    if (!row["parentId"]) return { afterJson };
    const [parent] = await g.kernel.db.query<Row>(`select "orgId" from "SrmPurAslAlteration" where id = $1`, [row["parentId"]]);
    return { afterJson, aslLineId: (await lineIds(g, parent!["orgId"], 1))[0] };
  },
};
