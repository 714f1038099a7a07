import type { Doc } from "#kernel/entity.ts";
import { make, run, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { Question } from "#kernel/question.ts";
import { addDays } from "#kernel/days.ts";
import { isInForce } from "./standing.ts";
import { supplierControl } from "./standing.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";
import type { Books } from "./trading.ts";
import { liveWarning, supplierWarning } from "./warning.entity.ts";

export type Warning = Doc<typeof supplierWarning>;
export type Severity = "INFO" | "YELLOW" | "RED";

/** Something a rule found about a supplier. */
export interface Hit {
  readonly type: string;
  readonly severity: Severity;
  readonly content: Text;
  /** The document it is about, or "-" for the supplier as a whole. */
  readonly bizId: string;
  readonly bizType: string;
  /** What it is about: a number as it is, a name in both languages. */
  readonly bizNo?: string | Text | null;
  readonly ruleValue?: string | null;
  readonly hitValue?: string | null;
  readonly dueDate?: string | null;
  /** What tells this occurrence of the cause from the next one: a date, a step of a limit. */
  readonly mark: string;
}

/** A hit that another area found, with whom it is about. */
export interface FurtherHit extends Hit {
  readonly supplierId: string;
}

/** What do other areas find about these suppliers? They answer for all of them at once: deliveries on time, concentration, outside risks, agreements. */
export const furtherHits = new Question<{ readonly db: Books; readonly supplierIds: readonly string[]; readonly on: string }, FurtherHit>();

/** The red light for one open red warning or a control in force, the yellow one for an open yellow warning. */
export function riskOf(open: readonly Pick<Warning, "severity" | "status">[], hasControl: boolean): "GREEN" | "YELLOW" | "RED" {
  const counts = open.filter((warning) => warning.status === "OPEN" || warning.status === "PROCESSING");
  if (hasControl || counts.some((count) => count.severity === "RED")) return "RED";
  return counts.some((count) => count.severity === "YELLOW") ? "YELLOW" : "GREEN";
}

export interface RiskFacts {
  readonly open: readonly Warning[];
  readonly hasControl: boolean;
  readonly light: string;
  readonly supplierName: string;
}

/** What the light of a supplier is told from. */
export async function riskFacts(find: Find, supplierId: string, today: string): Promise<RiskFacts> {
  const [open, controls, supplier] = await Promise.all([
    find.where(supplierWarning, { supplierId, status: ["OPEN", "PROCESSING"] }, 2000),
    find.where(supplierControl, { supplierId, controlStatus: "ACTIVE" }, 2000),
    find.one(supplierInfo, supplierId),
  ]);
  const hasControl = controls.some((control) => isInForce(control, today));
  return { open, hasControl, light: supplier.riskLight, supplierName: supplier.supplierName };
}

/** Sets the light as it is once these warnings stand as they now do. */
export function relit(facts: RiskFacts, supplierId: string, now: readonly Warning[]): Effect[] {
  const others = facts.open.filter((warning) => !now.some((row) => row.id === warning.id));
  const riskLight = riskOf([...others, ...now], facts.hasControl);
  return riskLight === facts.light ? [] : [run(supplierInfo, supplierId, "doRisk", { riskLight })];
}

const days: Readonly<Record<Severity, number>> = { RED: 3, YELLOW: 7, INFO: 14 };

const aboutOf = (about: string | Text | null) => {
  const [cn, en] = typeof about === "string" ? [about, about] : (about ?? [null, null]);
  return { bizNo: cn?.slice(0, 120) ?? null, bizNoEn: en?.slice(0, 120) ?? null };
};

/** A warning as it is made from a hit. */
export const draftOf = (supplier: { readonly id: string; readonly ownerId: string | null }, hit: Hit, today: string) => ({
  supplierId: supplier.id,
  warningType: hit.type,
  severity: hit.severity,
  content: hit.content[0].slice(0, 500),
  contentEn: hit.content[1].slice(0, 500),
  ruleValue: hit.ruleValue ?? null,
  hitValue: hit.hitValue ?? null,
  causeMark: hit.mark.slice(0, 200),
  bizType: hit.bizType,
  bizId: hit.bizId,
  ...aboutOf(hit.bizNo ?? null),
  hitDate: today,
  dueDate: hit.dueDate ?? addDays(today, days[hit.severity]),
  ownerId: supplier.ownerId,
});

/** A warning raised by a document itself; the one that is there already is left as it is. */
export function raised(
  at: Pick<Moment, "newId" | "today">,
  supplier: { readonly id: string; readonly ownerId: string | null },
  hit: Hit,
  live: readonly Warning[],
): Effect[] {
  if (live.some((warning) => warning.warningType === hit.type && warning.bizId === hit.bizId)) return [];
  const id = at.newId();
  return [make(supplierWarning, id, draftOf(supplier, hit, at.today)), run(supplierWarning, id, "doRaise", {})];
}

/** The warnings about one document that still count. */
export const liveAbout = (find: Find, supplierId: string, bizId: string): Promise<readonly Warning[]> =>
  find.where(supplierWarning, { supplierId, bizId, status: [...liveWarning] }, 50);

/** The warnings of one kind that were ever raised about a supplier. */
export const warningsOf = (find: Find, supplierId: string, warningType: string): Promise<readonly Warning[]> =>
  find.where(supplierWarning, { supplierId, warningType }, 2000);

const isLive = (warning: Warning): boolean => (liveWarning as readonly string[]).includes(warning.status);
const gravity: Readonly<Record<Severity, number>> = { INFO: 0, YELLOW: 1, RED: 2 };

/** Everything a document found of one kind: new causes are raised, gone ones closed; what somebody dealt with by hand does not come again. */
export function followed(
  at: Pick<Moment, "newId" | "today">,
  supplier: { readonly id: string; readonly ownerId: string | null },
  hits: readonly Hit[],
  known: readonly Warning[],
): Effect[] {
  const isKnown = (hit: Hit): boolean =>
    known.some(
      (warning) =>
        warning.bizId === hit.bizId && (isLive(warning) || (warning.autoClosed === "N" && warning.causeMark === hit.mark.slice(0, 200))),
    );
  const gone = known.filter((warning) => isLive(warning) && !hits.some((hit) => hit.bizId === warning.bizId));
  // The gravest comes last: it is the one that lights the lamp.
  const fresh = hits.filter((hit) => !isKnown(hit)).toSorted((a, b) => gravity[a.severity] - gravity[b.severity]);
  return [
    ...gone.map((warning) => run(supplierWarning, warning.id, "doClear", {})),
    ...fresh.flatMap((hit) => raised(at, supplier, hit, [])),
  ];
}
