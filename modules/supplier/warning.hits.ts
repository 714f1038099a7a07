import { cmp, div, isZero, mul } from "#kernel/decimal.ts";
import { hasBegun, isOver } from "#kernel/effective.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Profiles } from "#kernel/module.ts";
import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { some } from "#kernel/entity.ts";
import { category, getProfile } from "#modules/base/index.ts";
import { addDays, addMonths, daysBetween } from "#kernel/days.ts";
import { blacklist } from "./blacklist.entity.ts";
import { isBlacklisted } from "./listed.ts";
import { supplierLookups } from "./master.lookups.ts";
import { requirement } from "./requirement.entity.ts";
import { requirementsFor, reusable } from "./requirement.ts";
import { supplierIndirect } from "./source.entity.ts";
import { supplierCategory, supplierCertificate } from "./standing.entity.ts";
import type { CertificateRow, GrantRow, Supplier } from "./standing.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { track } from "./track.entity.ts";
import { nodeName } from "./track.ts";
import type { Hit, Severity } from "./warning.ts";

const months = (cn: string, en: string, initial: string) =>
  ({ module: "SUP", label: [cn, en], type: "INT", initial, least: "1", most: "60" }) as const;

const percent = (cn: string, en: string, initial: string) =>
  ({ module: "SUP", label: [cn, en], type: "DECIMAL", initial, least: "1", most: "100" }) as const;

export const warningProfiles: Profiles = {
  SUP_NO_TRADE_MONTHS: months("长期无交易月数", "Months without trade", "12"),
  SUP_CONCENTRATION_PCT: percent("品类采购集中度预警%", "Concentration limit per category, %", "70"),
  SUP_OTD_MIN_PCT: percent("准时交付率下限%", "Minimum on-time delivery, %", "90"),
};

type Requirement = Doc<typeof requirement>;
type Track = Doc<typeof track>;

/** What the rules look at for one supplier. */
export interface Watched {
  readonly supplier: Supplier;
  readonly certificates: readonly CertificateRow[];
  readonly grants: readonly GrantRow[];
  readonly asked: readonly Requirement[];
  readonly warnDays: ReadonlyMap<string, readonly number[]>;
  readonly blocks: ReadonlyMap<string, { readonly op: string; readonly grace: number }>;
  readonly tracks: readonly Track[];
  readonly categoryNames: ReadonlyMap<string, Text>;
  readonly linked: readonly { readonly id: string; readonly name: string }[];
  readonly noTradeMonths: number;
  readonly confirmMonths: number;
  readonly further: readonly Hit[];
}

const live = (grant: GrantRow): boolean => grant.categoryStatus === "QUALIFIED" || grant.categoryStatus === "TRIAL";
const certName = (type: string): readonly [string, string] => supplierLookups["CERT_TYPE"]!.values[type] ?? [type, type];
const usualDays = [90, 60, 30];

/** On which days before its end each kind of certificate is told of, and what its expiry blocks. */
function daysOf(all: readonly Requirement[]): Pick<Watched, "warnDays" | "blocks"> {
  const warnDays = new Map<string, readonly number[]>();
  const blocks = new Map<string, { op: string; grace: number }>();
  for (const requirement of all) {
    const days = (requirement.warnDays ?? "").split(",").filter(Boolean).map(Number);
    if (days.length)
      warnDays.set(
        requirement.certType,
        [...new Set([...(warnDays.get(requirement.certType) ?? []), ...days])].toSorted((a, b) => b - a),
      );
    if (requirement.mustFlag === "Y" && requirement.expireAction !== "WARN" && !blocks.has(requirement.certType))
      blocks.set(requirement.certType, {
        op: requirement.expireAction === "BLOCK_ORDER" ? "ORDER" : "SOURCING",
        grace: requirement.graceDays,
      });
  }
  return { warnDays, blocks };
}

async function linkedTo(find: Find, supplier: Supplier, today: string) {
  const indirects = await find.where(supplierIndirect, { supplierId: supplier.id }, 200);
  const below = await Promise.all(
    indirects.map(async (indirect) => {
      const entry = await isBlacklisted(find, { uscc: indirect.indirectUscc, companyName: indirect.indirectName, on: today });
      return entry ? [{ id: entry.id, name: indirect.indirectName }] : [];
    }),
  );
  const named = await find.where(
    blacklist,
    { direction: "IN", status: "EFFECTIVE", startDate: { to: today }, related: some({ supplierId: supplier.id, includeFlag: "N" }) },
    20,
  );
  const beside = named
    .filter((doc) => !isOver(doc.endDate, today) && doc.supplierId !== supplier.id)
    .map((doc) => ({ id: doc.id as string, name: doc.companyName }));
  return [...below.flat(), ...beside];
}

/** Everything the rules look at, for one supplier; what other areas found was asked for all at once. */
export async function watch(find: Find, supplierId: string, today: string, further: readonly Hit[]): Promise<Watched> {
  const supplier = await find.one(supplierInfo, supplierId);
  const mine = { supplierId };
  const [certificates, grants, all, tracks, linked, noTrade, confirm] = await Promise.all([
    find.where(supplierCertificate, mine, 2000),
    find.where(supplierCategory, mine, 5000),
    find.where(requirement, { status: "EFFECTIVE" }, 2000),
    find.where(track, { ...mine, trackStatus: "RUNNING" }, 200),
    linkedTo(find, supplier, today),
    getProfile(find, "SUP_NO_TRADE_MONTHS"),
    getProfile(find, "SUP_INFO_CONFIRM_MONTHS"),
  ]);
  const held = [...new Set(grants.filter(live).map((grant) => grant.categoryId))];
  const categories = await Promise.all(held.map((id) => find.maybe(category, id)));
  const categoryNames = new Map(
    categories.flatMap((category) =>
      category
        ? [[category.id as string, [category.categoryName, category.categoryNameEn ?? category.categoryName] as const] as const]
        : [],
    ),
  );
  const categoryPaths = categories.flatMap((category) => (category ? [(category.idPath ?? category.id).split("/")] : []));
  const at = { sceneId: null, categoryPaths, supplierType: supplier.supplierType, supplierNature: supplier.supplierNature };
  const asked = held.length
    ? [...new Set([...requirementsFor(all, { ...at, stage: "QUALIFY" }), ...requirementsFor(all, { ...at, stage: "YEARLY" })])]
    : [];
  return {
    supplier,
    certificates,
    grants,
    asked,
    tracks,
    linked,
    further,
    categoryNames,
    ...daysOf(all),
    noTradeMonths: Number(noTrade.value),
    confirmMonths: Number(confirm.value),
  };
}

/** The warn days a certificate has reached, the farthest first; nothing while it is far from its end. */
export const reached = (days: readonly number[], left: number): readonly number[] => days.filter((day) => left <= day);

/** The warn days of a kind of certificate. */
export const warnDaysOf = ({ warnDays }: Pick<Watched, "warnDays">, certType: string): readonly number[] =>
  warnDays.get(certType) ?? usualDays;

/** Certificates near or past their end. */
export function certificateHits(facts: Watched, today: string): Hit[] {
  return facts.certificates.flatMap((certificate): Hit[] => {
    if (
      !["VALID", "EXPIRING", "EXPIRED"].includes(certificate.certStatus) ||
      certificate.longTermFlag === "Y" ||
      certificate.validTo === null
    )
      return [];
    const next = facts.certificates.find((it) => it.id === certificate.replacedById);
    if (next && hasBegun(next.validFrom, addDays(certificate.validTo, 1))) return [];
    const left = daysBetween(today, certificate.validTo);
    const days = warnDaysOf(facts, certificate.certType);
    if (left > (days[0] ?? 0)) return [];
    const [cn, en] = certName(certificate.certType);
    const over = left < 0;
    const severity: Severity = over ? "RED" : left <= (days.at(-1) ?? 0) ? "YELLOW" : "INFO";
    return [
      {
        type: "CERT_EXPIRE",
        severity,
        bizType: supplierCertificate.name,
        bizId: certificate.id,
        bizNo: certificate.certNo ?? [certificate.certName, en],
        content: over
          ? [`${cn}已于${certificate.validTo}过期（${-left}天）`, `${en} expired on ${certificate.validTo} (${-left} days ago)`]
          : [`${cn}将于${certificate.validTo}到期（剩余${left}天）`, `${en} expires on ${certificate.validTo} (${left} days left)`],
        ruleValue: days.join(","),
        hitValue: String(left),
        dueDate: over ? null : certificate.validTo,
        mark: `${certificate.validTo}|${over ? "over" : severity}`,
      },
    ];
  });
}

function missingHits({ asked, certificates, supplier }: Watched, today: string): Hit[] {
  return asked
    .filter((requirement) => requirement.mustFlag === "Y")
    .filter((requirement) => !reusable({ ...requirement, minRemainDays: 0 }, certificates, today))
    .filter((requirement) => !certificates.some((it) => it.certType === requirement.certType && it.certStatus === "EXPIRED"))
    .map((row) => ({
      type: "CERT_MISSING",
      severity: "YELLOW",
      bizType: requirement.name,
      bizId: row.id,
      bizNo: row.requireCode,
      content: [`缺少必须资质：${row.requireName}`, `Required certificate missing: ${row.requireNameEn ?? row.requireName}`],
      mark: `${row.id}|${supplier.qualifiedDate ?? ""}`,
    }));
}

function grantHits({ grants, categoryNames }: Watched, today: string): Hit[] {
  return grants.flatMap((grant): Hit[] => {
    const end = grant.categoryStatus === "QUALIFIED" ? grant.validTo : grant.categoryStatus === "TRIAL" ? grant.trialValidTo : null;
    if (end === null) return [];
    const left = daysBetween(today, end);
    if (left > 60) return [];
    const name = categoryNames.get(grant.categoryId) ?? null;
    const [cn, en] = name ?? ["", ""];
    return [
      {
        type: "QUALIFY_EXPIRE",
        severity: left <= 15 ? "RED" : "YELLOW",
        bizType: supplierCategory.name,
        bizId: grant.id,
        bizNo: name,
        content: [`品类${cn}的合格资格将于${end}到期（剩余${left}天）`, `Qualification for ${en} ends on ${end} (${left} days left)`],
        ruleValue: "60",
        hitValue: String(left),
        dueDate: end,
        mark: `${end}|${left <= 15 ? "near" : "far"}`,
      },
    ];
  });
}

function temporaryHits({ supplier }: Watched, today: string): Hit[] {
  if (supplier.supStatus !== "TEMPORARY" && supplier.tempFlag !== "Y") return [];
  if (supplier.tempFlag !== "Y" || supplier.supStatus === "QUALIFIED" || supplier.supStatus === "TRIAL") return [];
  const limit = supplier.tempAmountLimit ?? "0";
  const share = isZero(limit) ? "0" : div(mul(supplier.tempUsedAmount ?? "0", "100"), limit, 2);
  const left = supplier.tempValidTo === null ? 9999 : daysBetween(today, supplier.tempValidTo);
  const used = cmp(share, "80") >= 0;
  if (!used && left > 15) return [];
  const full = cmp(share, "100") >= 0 || left < 0;
  return [
    {
      type: "TEMP_LIMIT",
      severity: full ? "RED" : "YELLOW",
      bizType: supplierInfo.name,
      bizId: "-",
      content: used
        ? [`临时限额已使用${share}%`, `${share}% of the temporary cap is used`]
        : left < 0
          ? [`临时资格已于${supplier.tempValidTo}到期`, `Temporary status ended on ${supplier.tempValidTo}`]
          : [
              `临时资格将于${supplier.tempValidTo}到期（剩余${left}天）`,
              `Temporary status ends on ${supplier.tempValidTo} (${left} days left)`,
            ],
      ruleValue: "80%",
      hitValue: used ? `${share}%` : String(left),
      mark: `${supplier.tempValidTo}|${full ? "full" : "near"}`,
    },
  ];
}

function idleHits({ supplier, noTradeMonths }: Watched, today: string): Hit[] {
  if (supplier.supStatus !== "QUALIFIED" && supplier.supStatus !== "TRIAL") return [];
  const since = supplier.lastTradeDate ?? supplier.qualifiedDate ?? null;
  if (since === null || addMonths(since, noTradeMonths) > today) return [];
  return [
    {
      type: "NO_TRADE",
      severity: "YELLOW",
      bizType: supplierInfo.name,
      bizId: "-",
      content: [`自${since}起已超过${noTradeMonths}个月无交易`, `No trade for more than ${noTradeMonths} months, since ${since}`],
      ruleValue: String(noTradeMonths),
      hitValue: since,
      mark: since,
    },
  ];
}

/** Company data that nobody has confirmed for too long; the supplier is asked. */
export function staleHits({ supplier, confirmMonths }: Watched, today: string): Hit[] {
  if (supplier.portalFlag !== "Y" || ["QUIT", "BLACKLISTED", "MERGED"].includes(supplier.supStatus ?? "")) return [];
  const since = supplier.infoConfirmDate ?? supplier.creationDate.slice(0, 10);
  if (addMonths(since, confirmMonths) > today) return [];
  return [
    {
      type: "INFO_STALE",
      severity: "YELLOW",
      bizType: supplierInfo.name,
      bizId: "-",
      content: [`企业信息自${since}起未确认`, `Company data not confirmed since ${since}`],
      ruleValue: String(confirmMonths),
      hitValue: since,
      dueDate: addDays(today, 30),
      mark: since,
    },
  ];
}

function nodeHits({ tracks }: Watched, today: string): Hit[] {
  return tracks.flatMap((row) =>
    row.nodes
      .filter((node) => ["OPEN", "DOING"].includes(node.nodeStatus) && node.dueDate !== null && node.dueDate < today)
      .map((node): Hit => {
        const late = daysBetween(node.dueDate!, today);
        const [cn, en] = nodeName(node.nodeCode);
        return {
          type: "NODE_OVERDUE",
          severity: late > 14 ? "RED" : "YELLOW",
          bizType: track.name,
          bizId: node.id,
          bizNo: row.trackNo,
          content: [`引入${row.trackNo ?? ""}的${cn}已超期${late}天`, `${row.trackNo ?? ""}: ${en} is ${late} days late`],
          ruleValue: node.dueDate,
          hitValue: String(late),
          mark: `${node.dueDate}|${late > 14 ? "long" : "short"}`,
        };
      }),
  );
}

const linkHits = ({ linked, supplier }: Watched): Hit[] =>
  supplier.blacklistFlag === "Y"
    ? []
    : [...new Map(linked.map((row) => [row.id, row])).values()].map((row) => ({
        type: "BLACKLIST_LINK",
        severity: "RED",
        bizType: blacklist.name,
        bizId: row.id,
        content: [`与黑名单企业${row.name}有关联`, `Linked to the blacklisted company ${row.name}`],
        hitValue: row.name.slice(0, 100),
        mark: row.id,
      }));

/** The kinds that each scheduled run looks at; whatever a run looks at and does not find is gone. */
export const watchedTypes = {
  certificates: ["CERT_EXPIRE", "AGREEMENT_EXPIRE"],
  confirmation: ["INFO_STALE"],
  warnings: [
    ...["CERT_MISSING", "QUALIFY_EXPIRE", "TEMP_LIMIT", "NO_TRADE", "NODE_OVERDUE", "BLACKLIST_LINK"],
    ...["PERF_LOW", "PPM_HIGH", "OTD_LOW", "CONCENTRATION", "EXTERNAL_RISK"],
  ],
} as const;

/** Everything that is found about a supplier today. */
export function hitsOf(facts: Watched, today: string): Hit[] {
  if (facts.supplier.infoStatus !== "EFFECTIVE" || facts.supplier.mergedIntoId !== null) return [];
  return [
    ...certificateHits(facts, today),
    ...missingHits(facts, today),
    ...grantHits(facts, today),
    ...temporaryHits(facts, today),
    ...idleHits(facts, today),
    ...staleHits(facts, today),
    ...nodeHits(facts, today),
    ...linkHits(facts),
    ...facts.further,
  ];
}
