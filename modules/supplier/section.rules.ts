import { add as plus, cmp } from "#kernel/decimal.ts";
import type { Doc, Entity } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { ask, drop, make, reveal, rule, run, set, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { handedOver, leftBehind, type LeftBehind } from "#modules/admin/index.ts";
import { supplierAccount } from "./account.entity.ts";
import { supplierContact } from "./contact.entity.ts";
import { duplicateQuestion, fault, identityFacts, identityFaults } from "./file.ts";
import { isBlacklisted } from "./listed.ts";
import { endsAccount, movedBy, sitesMoved, type Payee } from "./payment.ts";
import { supplierSite } from "./place.entity.ts";
import { accountFaults, bindings, closedNumbers, isFirst, rowGuard, sectionNamed, sections, stepAside } from "./section.ts";
import { markOf, whole } from "./sensitive.ts";
import { supplierIndirect } from "./source.entity.ts";
import { supplierCertificate } from "./standing.entity.ts";
import type { AmendedRow, EstablishedFile } from "./standing.types.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { comesIntoForce, derivedFields } from "./supplier.rules.ts";

type Row = Readonly<Record<string, unknown>>;
type Known = { readonly id: string } & Row;

async function surroundings(find: Find, e: Entity, supplierId: string) {
  const [supplier, others] = await Promise.all([find.lock(supplierInfo, supplierId), find.where(e, { supplierId }, 5000)]);
  return { supplier, others };
}

/** What every table of the file has in common when a row is saved. */
const plainRule = (e: Entity): Rule =>
  rule(e, "saveOrUpdate", {
    reads: (doc, find) => surroundings(find, e, (doc as unknown as { supplierId: string }).supplierId),
    decide: (doc, { supplier, others }, { before }, me) => {
      const row: Known = doc;
      return [
        rowGuard(e, row, before as Row | null, supplier, me.audience !== "system"),
        ...stepAside(e, row, others),
        isFirst(e, row, others) && set(row as { id: string; primaryFlag: string }, { primaryFlag: "Y" }),
      ];
    },
  });

const deleteRule = (e: Entity): Rule =>
  rule(e, "delete", {
    reads: async (doc, find) => {
      const near = await surroundings(find, e, (doc as unknown as { supplierId: string }).supplierId);
      return { ...near, left: await leftBy(find, e.name === supplierContact.name ? [doc as unknown as Contact] : [], near.others) };
    },
    decide: (doc, { supplier, left }, _, me, at) => [
      rowGuard(e, {}, doc, supplier, me.audience !== "system"),
      ...left.flatMap((leftBehind) => handedOver(leftBehind, at)),
    ],
  });

type Contact = Pick<Doc<typeof supplierContact>, "id" | "supplierId" | "userId">;

/** What contacts who leave have still to do; whoever stays on under another row has not left. */
const leftBy = (find: Find, leaving: readonly Contact[], others: readonly Row[]): Promise<readonly LeftBehind[]> =>
  Promise.all(
    leaving
      .filter(
        ({ userId }) =>
          userId !== null &&
          !others.some(
            (candidate) =>
              candidate["userId"] === userId && candidate["enabledFlag"] === "Y" && !leaving.some(({ id }) => id === candidate["id"]),
          ),
      )
      .map((contact) => leftBehind(find, contact.userId, contact.supplierId)),
  );

const accountRule = rule(supplierAccount, "saveOrUpdate", {
  reads: async (doc, find) => {
    const typed = doc.accountNo?.startsWith("m1.") ? null : markOf(find.declared.seal, doc.accountNo);
    const [near, sites, shared] = await Promise.all([
      surroundings(find, supplierAccount, doc.supplierId),
      doc.enabledFlag === "N" ? find.where(supplierSite, { accountId: doc.id }, 2000) : [],
      typed ? find.where(supplierAccount, { accountKey: typed, supplierId: { not: doc.supplierId }, enabledFlag: "Y" }, 50) : [],
    ]);
    return { ...near, sites, shared };
  },
  decide: (doc, { supplier, others, sites, shared }, { before }, me, at) => {
    const numbers = closedNumbers(at.seal, supplierAccount, doc);
    const isNewNumber = "accountNo" in numbers && numbers["accountKey"] !== before?.accountKey;
    return [
      rowGuard(supplierAccount, doc, before as Row | null, supplier, me.audience !== "system"),
      ...accountFaults(doc, supplier),
      isNewNumber &&
        shared.length > 0 &&
        ask("SUP_ACC_002", "该账号已被其他供应商使用，确定保存吗？", "Account already used by another supplier. Save it?"),
      ...stepAside(supplierAccount, doc, others),
      ...(doc.enabledFlag === "N" ? sitesMoved(sites, [doc.id], [], others as unknown as readonly Payee[]) : []),
      set(doc, {
        ...numbers,
        ...(isFirst(supplierAccount, doc, others) ? { primaryFlag: "Y" as const } : {}),
        ...(isNewNumber && me.audience !== "system"
          ? { verifyStatus: "PENDING", verifyMethod: null, verifiedBy: null, verifyDate: null, submittedBy: me.userId }
          : {}),
      }),
    ];
  },
});

const contactRule = rule(supplierContact, "saveOrUpdate", {
  reads: async (doc, find, { before }) => {
    const near = await surroundings(find, supplierContact, doc.supplierId);
    return { ...near, left: await leftBy(find, doc.enabledFlag === "N" && before?.enabledFlag === "Y" ? [doc] : [], near.others) };
  },
  decide: (doc, { supplier, others, left }, { before }, me, at) => [
    rowGuard(supplierContact, doc, before as Row | null, supplier, me.audience !== "system"),
    ...left.flatMap((leftBehind) => handedOver(leftBehind, at)),
    ...stepAside(supplierContact, doc, others),
    set(doc, {
      ...closedNumbers(at.seal, supplierContact, doc),
      ...(isFirst(supplierContact, doc, others) ? { primaryFlag: "Y" as const } : {}),
    }),
  ],
});

/** The contact gets an account of the portal; the invitation goes to its address. */
const openAccountRule = rule(supplierContact, "openAccount", {
  reads: async (doc, find) => ({
    supplier: await find.lock(supplierInfo, doc.supplierId),
    responsibilities: await find.where(responsibility, { respCode: ["SUP_ADMIN", "SUP_SALES"] }, 5),
    count: await find.count(user, { supplierId: doc.supplierId }),
  }),
  decide: (doc, { supplier, responsibilities, count }, input, _, at) => {
    const id = at.newId();
    const isAdmin = input.adminFlag === "Y" || count === 0;
    const resp = responsibilities.find((row) => row.respCode === (isAdmin ? "SUP_ADMIN" : "SUP_SALES"));
    return [
      supplier.infoStatus !== "EFFECTIVE" && refuse("SUP_INF_007", "供应商档案尚未生效", "The profile is not effective yet"),
      doc.userId !== null && refuse("SUP_CON_003", "该联系人已有账号", "This contact already has an account"),
      !doc.email && fault("email", "TABLE_REQUIRED", "请先填写邮箱", "Enter an e-mail address first"),
      make(user, id, {}),
      run(user, id, "doInvite", {
        supplierId: doc.supplierId,
        displayName: doc.contactName,
        email: doc.email ?? "",
        mobile: whole(at.seal, doc.mobile, bindings.mobile),
        responsibilityIds: resp ? [resp.id] : [],
      }),
      set(doc, { userId: id }),
      supplier.portalFlag !== "Y" && set(supplier, { portalFlag: "Y" }),
    ];
  },
});

const showAccount = rule(supplierAccount, "doReveal", {
  decide: (doc, _, input, __, at) => [
    set(doc, { viewedFor: input.purpose ?? null }),
    reveal({ accountNo: whole(at.seal, doc.accountNo, bindings.account) }),
  ],
});
const showMobile = rule(supplierContact, "doReveal", {
  decide: (doc, _, input, __, at) => [
    set(doc, { viewedFor: input.purpose ?? null }),
    reveal({ mobile: whole(at.seal, doc.mobile, bindings.mobile) }),
  ],
});

/** A site stands on an address and an account of the same supplier; money goes only where somebody verified. */
const siteFacts = async (find: Find, doc: { supplierId: string; locationId: string; accountId: string | null }) => ({
  supplier: await find.one(supplierInfo, doc.supplierId),
  location: await find.maybe(sections.locations, doc.locationId),
  account: await find.maybe(supplierAccount, doc.accountId),
});
const siteFaults = (
  doc: { supplierId: string; siteUse: readonly string[] | null },
  { location, account }: Omit<Awaited<ReturnType<typeof siteFacts>>, "supplier">,
) => [
  location !== null &&
    location.supplierId !== doc.supplierId &&
    fault("locationId", "DATA_NOT_FOUND", "地址不属于该供应商", "The location belongs to another supplier"),
  account !== null &&
    account.supplierId !== doc.supplierId &&
    fault("accountId", "DATA_NOT_FOUND", "账户不属于该供应商", "The account belongs to another supplier"),
  (doc.siteUse ?? []).includes("PAY") &&
    account !== null &&
    account.verifyStatus !== "VERIFIED" &&
    fault("accountId", "SUP_ACC_004", "收款账户未核验，不能付款", "Account not verified; payment refused"),
];
const siteRule = rule(supplierSite, "saveOrUpdate", {
  reads: (doc, find) => siteFacts(find, doc),
  decide: (doc, facts, { before }, me) => [
    rowGuard(supplierSite, doc, before as Row | null, facts.supplier, me.audience !== "system"),
    ...siteFaults(doc, facts),
  ],
});
const enableSite = rule(supplierSite, "doEnabled", {
  reads: (doc, find) => siteFacts(find, doc),
  decide: (doc, facts) => [
    ...siteFaults(doc, facts),
    facts.account !== null &&
      facts.account.enabledFlag !== "Y" &&
      fault("accountId", "SUP_ACC_010", "该收款账户已停用，请选择启用的账户", "This account is out of use; choose one that is enabled"),
    (doc.siteUse ?? []).includes("PAY") &&
      facts.account === null &&
      fault("accountId", "TABLE_REQUIRED", "付款地点须有收款账号", "A paying site needs an account"),
  ],
});

const indirectRule = rule(supplierIndirect, "saveOrUpdate", {
  reads: async (doc, find, _, __, at) => ({
    ...(await surroundings(find, supplierIndirect, doc.supplierId)),
    listed: await isBlacklisted(find, { uscc: doc.indirectUscc, companyName: doc.indirectName, on: at.today }),
  }),
  decide: (doc, { supplier, others, listed }, { before }, me) => {
    const rows = [...others.filter((row) => row.id !== doc.id), doc];
    const over = (doc.categoryIds ?? []).some((id) => {
      const shares = rows
        .filter((row) => ((row["categoryIds"] as string[] | null) ?? []).includes(id))
        .map((row) => String(row["sharePercent"] ?? "0"));
      return cmp(shares.reduce(plus, "0"), "100") > 0;
    });
    return [
      rowGuard(supplierIndirect, doc, before as Row | null, supplier, me.audience !== "system"),
      listed !== null &&
        fault(
          "indirectName",
          "SUP_REG_003",
          `该间接供方在黑名单中（${listed.blacklistNo}）`,
          `This sub-tier supplier is blacklisted (${listed.blacklistNo})`,
        ),
      over && fault("sharePercent", "SUP_IND_001", "同一品类的占比合计不能超过100%", "Shares of one category cannot exceed 100%"),
    ];
  },
});

const cleaned = (e: Entity, row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key in e.fields && key !== "supplierId" && key !== e.stateField));

/** Rows filled in elsewhere, as rows of this supplier's file. */
function broughtIn(file: EstablishedFile, supplierId: string, me: { readonly userId: string }, at: Moment): Effect[] {
  return (Object.keys(sections) as (keyof typeof sections)[]).flatMap((key) => {
    const e: Entity = sections[key];
    const rows = (file as Readonly<Record<string, readonly Row[] | undefined>>)[key] ?? [];
    const isPrimary = rows.some((row) => row["primaryFlag"] === "Y");
    return rows.map((row, i) => {
      const codeKey = key === "locations" && !row["locationCode"] ? { locationCode: `L${String(i + 1).padStart(2, "0")}` } : {};
      const first = "primaryFlag" in e.fields && !isPrimary && i === 0 ? { primaryFlag: "Y" } : {};
      const bank = key === "accounts" ? { verifyStatus: "PENDING", submittedBy: me.userId } : {};
      const state = key === "sites" ? { siteStatus: "ACTIVE" } : {};
      return make(e, typeof row["id"] === "string" ? row["id"] : at.newId(), {
        ...cleaned(e, row),
        ...codeKey,
        ...first,
        ...closedNumbers(at.seal, e, row),
        ...bank,
        ...state,
        supplierId,
      });
    });
  });
}

/** A file made elsewhere, by registration or import, comes into force with all its rows. */
const establishRule = rule(supplierInfo, "doEstablish", {
  reads: (doc, find, _, __, at) => identityFacts(find, doc, at.today),
  decide: (doc, facts, input, me, at) => {
    const file = (input.file ?? {}) as EstablishedFile;
    const source = { docType: input.docType ?? "", docId: input.docId ?? "", reason: (input["reason"] as string | undefined) ?? null };
    return [
      ...identityFaults(doc, facts),
      // Of a registration its reviewers judge who it is.
      source.docType === "IMPORT" && duplicateQuestion(facts),
      set(doc, { ...derivedFields(at.seal, doc), infoStatus: "EFFECTIVE", infoConfirmDate: at.today }),
      ...broughtIn(file, doc.id, me, at),
      ...comesIntoForce(doc, source),
      (file.categories?.length ?? 0) > 0 && run(supplierInfo, doc.id, "doGrant", { ...source, categories: file.categories }),
      (file.certificates?.length ?? 0) > 0 && run(supplierInfo, doc.id, "doCertify", { ...source, certificates: file.certificates }),
    ];
  },
});

/** A company with all its rows, as an import brings it. */
const importRule = rule(supplierInfo, "doImport", {
  decide: (doc, _, input) => [
    set(doc, input.values),
    run(supplierInfo, doc.id, "doEstablish", { docType: "IMPORT", docId: doc.id, file: input.file ?? {} }),
  ],
});

/** What an approved change writes: the file's own fields, rows changed, rows added, rows taken out of use. */
const amendRule = rule(supplierInfo, "doAmend", {
  reads: async (doc, find, input) => {
    const changes = (input.changes ?? []) as readonly AmendedRow[];
    const touched = changes.filter((change) => change.rowAction !== "ADD" && change.entityName !== supplierInfo.name);
    const entityOf = (name: string): Entity =>
      name === supplierCertificate.name ? supplierCertificate : (sectionNamed(name) ?? find.entity(name));
    const locked = async (amendedRow: (typeof touched)[number]): Promise<Known> =>
      find.lock(entityOf(amendedRow.entityName), amendedRow.rowId ?? "");
    const rows = await Promise.all(touched.map(async (amendedRow) => [amendedRow, await locked(amendedRow)] as const));
    const tables = [...new Set(changes.map((change) => change.entityName))].flatMap((name) => sectionNamed(name) ?? []);
    const others = new Map(
      await Promise.all(tables.map(async (e) => [e.name, await find.where(e, { supplierId: doc.id }, 5000)] as const)),
    );
    const leaving = rows.filter(([amendedRow]) => amendedRow.entityName === supplierContact.name && amendedRow.rowAction === "DISABLE");
    const left = await leftBy(
      find,
      leaving.map(([, row]) => row as unknown as Contact),
      others.get(supplierContact.name) ?? [],
    );
    const sites = changes.some(endsAccount) ? await find.where(supplierSite, { supplierId: doc.id }, 2000) : [];
    return { rows: new Map(rows), others, left, sites };
  },
  decide: (doc, { rows, others, left, sites }, input, _, at) => {
    const changes = (input.changes ?? []) as readonly AmendedRow[];
    const written = changes.flatMap((change): Effect[] => {
      if (change.entityName === supplierInfo.name) {
        const values = Object.fromEntries(Object.entries(change.values).filter(([key]) => key in supplierInfo.fields));
        return [set(doc, { ...values, ...derivedFields(at.seal, { ...doc, ...values }) })];
      }
      const e = sectionNamed(change.entityName);
      const row = rows.get(change);
      if (change.rowAction === "ADD") {
        if (!e) return [];
        const id = change.rowId ?? at.newId();
        const made = { ...change.values, ...closedNumbers(at.seal, e, change.values), supplierId: doc.id };
        const state = e === supplierSite ? { siteStatus: "ACTIVE" } : {};
        return [make(e, id, { ...made, ...state }), ...stepAside(e, { id, ...made }, others.get(e.name) ?? [])];
      }
      if (!row) return [];
      if (change.rowAction === "DISABLE") return [takenOut(e, row)];
      const values = { ...change.values, ...(e ? closedNumbers(at.seal, e, { ...row, ...change.values }) : {}) };
      return [set(row, values), ...(e ? stepAside(e, { ...row, ...values } as Known, others.get(e.name) ?? []) : [])];
    });
    return [
      ...written,
      ...movedBy(changes, sites, (others.get(supplierAccount.name) ?? []) as unknown as readonly Payee[]),
      ...left.flatMap((leftBehind) => handedOver(leftBehind, at)),
    ];
  },
});

/** Out of use: switched off where a row can be, else gone. */
function takenOut(e: Entity | undefined, row: Known): Effect {
  if (!e) return set(row, { certStatus: "REJECTED" });
  if (e === supplierSite) return set(row, { siteStatus: "DISABLED" });
  return "enabledFlag" in e.fields ? set(row, { enabledFlag: "N", ...("primaryFlag" in e.fields ? { primaryFlag: "N" } : {}) }) : drop(row);
}

const { locations, brands, devices, finances, customers } = sections;
export const sectionRules: readonly Rule[] = [
  ...[locations, brands, devices, finances, customers].map(plainRule),
  ...Object.values(sections).map(deleteRule),
  ...[accountRule, contactRule, openAccountRule, showAccount, showMobile, siteRule, enableSite, indirectRule],
  ...[establishRule, importRule, amendRule],
];
