import { add, isZero } from "#kernel/decimal.ts";
import { gate, type Passage } from "#kernel/gate.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { run, type Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { category, getProfile } from "#modules/base/index.ts";
import { everyCategory, owned, standingFor } from "./ask.ts";
import { requirement } from "./requirement.entity.ts";
import { capUse, supplierCategory, supplierCertificate, supplierControl } from "./standing.entity.ts";
import { liveCertificates, type CertificateRow, type ControlRow, type GrantRow } from "./standing.ts";
import type { Operation } from "./standing.types.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { asRefusal, grantFor, tradable, type TradeFacts } from "./tradable.ts";

/** May this be done with the supplier: these goods, for this organisation, this amount more, as this kind, on this day? */
export interface TradeQuestion {
  readonly supplierId: string;
  readonly op: Extract<Operation, "SOURCING" | "AWARD" | "ORDER" | "DELIVERY">;
  readonly orgId: string;
  readonly siteId: string | null;
  /** Null: what is not in the tree of goods; only the supplier itself is judged then. */
  readonly categoryId: string | null;
  /** Null: a service or goods without a number. */
  readonly itemId: string | null;
  /** What comes on top by this action, tax included, in the organisation's currency; nought where nothing does. */
  readonly amount: string;
  /** The same in the stock unit. */
  readonly qty: string;
  readonly kind: "NORMAL" | "TRIAL";
  readonly day: string;
  /** A manager let goods that are on their way pass. */
  readonly isReleased: boolean;
}

/** What a document uses of a temporary supplier's cap or a trial's limits, as a whole: what is less than before goes back. */
export interface TradeUse {
  readonly supplierId: string;
  readonly key: string;
  readonly orgId: string;
  readonly categoryId: string | null;
  readonly qty: string;
  readonly amount: string;
  readonly refType: string;
  readonly refId: string;
}

interface Known {
  readonly suppliers: ReadonlyMap<string, Omit<TradeFacts, "categoryPath" | "orgName" | "categoryName">>;
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly categoryNames: ReadonlyMap<string, Text>;
  readonly orgNames: ReadonlyMap<string, Text>;
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id): id is string => id !== null))];

async function reads(find: Find, questions: readonly TradeQuestion[], isFirm: boolean): Promise<Known> {
  const supplierIds = distinct(questions.map((question) => question.supplierId));
  const standing = await Promise.all(supplierIds.map((id) => standingFor(find, id, isFirm)));
  const of = { supplierId: standing.map((row) => row.id as string) };
  const categoryIds = distinct(questions.map((question) => question.categoryId));
  const orgId = questions[0]?.orgId ?? null;
  const [required, orgs, categories, mayQuote, grants, controls, certificates] = await Promise.all([
    find.where(requirement, { status: "EFFECTIVE", mustFlag: "Y", expireAction: ["BLOCK_SOURCING", "BLOCK_ORDER"] }, 5000),
    find.where(organization, { id: distinct(questions.map((question) => question.orgId)) }, 1000),
    categoryIds.length ? find.where(category, { id: categoryIds }, 5000) : [],
    questions.some((question) => question.op === "SOURCING") ? getProfile(find, "SLC_POTENTIAL_QUOTE", { orgId, categoryId: null }) : null,
    find.where(supplierCategory, of, 50_000),
    find.where(supplierControl, { ...of, controlStatus: "ACTIVE" }, 20_000),
    find.where(supplierCertificate, { ...of, certStatus: liveCertificates }, 50_000),
  ]);
  const mine = <R extends { readonly supplierId: string }>(rows: readonly R[], id: string): R[] =>
    rows.filter((row) => row.supplierId === id);
  return {
    suppliers: new Map(
      standing.map((supplier, i) => [
        supplierIds[i]!,
        {
          supplier,
          grants: owned<GrantRow>(supplier, "categories", mine(grants, supplier.id)),
          controls: owned<ControlRow>(supplier, "controls", mine(controls, supplier.id)),
          certificates: owned<CertificateRow>(supplier, "certificates", mine(certificates, supplier.id)),
          proofs: required.filter(
            (doc) =>
              (doc.supplierType === null || doc.supplierType === supplier.supplierType) &&
              (doc.supplierNature === null || doc.supplierNature === supplier.supplierNature),
          ),
          potentialMayQuote: mayQuote?.value === "Y",
          // No question of this gate is about paying.
          heldSites: [],
        },
      ]),
    ),
    paths: new Map(categories.map((category) => [category.id as string, (category.idPath ?? category.id).split("/")])),
    categoryNames: new Map(
      categories.map((category): [string, Text] => [
        category.id,
        [category.categoryName, category.categoryNameEn ?? category.categoryName],
      ]),
    ),
    orgNames: new Map(orgs.map((org): [string, Text] => [org.id, [org.orgName, org.orgNameEn ?? org.orgName]])),
  };
}

const some = (figure: string): string | null => (isZero(figure) ? null : figure);

/** Judges one question after the other; what those before it ask of the same cap counts too. */
function judges(known: Known, questions: readonly TradeQuestion[]): readonly Passage[] {
  const asked = new Map<string, { qty: string; amount: string }>();
  return questions.map((question): Passage => {
    const own = known.suppliers.get(question.supplierId)!;
    const categoryPath = known.paths.get(question.categoryId ?? "") ?? [];
    const facts: TradeFacts = {
      ...own,
      categoryPath,
      orgName: known.orgNames.get(question.orgId) ?? [question.orgId, question.orgId],
      categoryName: known.categoryNames.get(question.categoryId ?? "") ?? everyCategory,
    };
    const grant = grantFor(own.grants, question, categoryPath);
    const cap = grant?.categoryStatus === "TRIAL" ? grant.id : own.supplier.id;
    const before = asked.get(cap) ?? { qty: "0", amount: "0" };
    const sofar = { qty: add(before.qty, question.qty), amount: add(before.amount, question.amount) };
    asked.set(cap, sofar);
    const { kind, day, isReleased, ...rest } = question;
    const found = tradable(facts, {
      ...rest,
      date: day,
      trial: kind === "TRIAL",
      released: isReleased,
      qty: some(sofar.qty),
      amount: some(sofar.amount),
    });
    return { refusal: asRefusal(found, own.supplier.id), warnings: found.warnings };
  });
}

/** Moves what documents use of caps, of suppliers that have any; the figures themselves move under the supplier's lock. */
async function uses(find: Find, asked: readonly TradeUse[]) {
  const ids = distinct(asked.map((tradeUse) => tradeUse.supplierId));
  const [suppliers, trials, held] = await Promise.all([
    find.where(supplierInfo, { id: ids }, 1000),
    find.where(supplierCategory, { supplierId: ids, categoryStatus: "TRIAL" }, 1000),
    find.where(capUse, { supplierId: ids, capKey: asked.map((tradeUse) => tradeUse.key), releasedFlag: "N" }, 5000),
  ]);
  const isCapped = (id: string): boolean =>
    suppliers.some((supplier) => supplier.id === id && supplier.tempFlag === "Y") ||
    [...trials, ...held].some((trial) => trial.supplierId === id);
  return ids
    .filter(isCapped)
    .map((id) => run(supplierInfo, id, "doUseCaps", { uses: asked.filter((tradeUse) => tradeUse.supplierId === id) }));
}

/** The one gate of trade with suppliers: state, freezes, proofs, caps and trials. */
export const tradeGate = gate<TradeQuestion, TradeUse, Known>("trade", "供应商可交易性", "Trade with the supplier", {
  reads,
  judges,
  uses,
});
