import { shift } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import type { Hints } from "../support/generate.ts";
import { accessHints } from "./hints-access.ts";
import { baseHints } from "./hints-base.ts";
import { contractHints } from "./hints-contracts.ts";
import { besideHints } from "./hints-contracts-beside.ts";
import { signingHints } from "./hints-signing.ts";
import { blacklistHints } from "./hints-blacklist.ts";
import { inspectHints } from "./hints-inspect.ts";
import { introductionHints } from "./hints-introduction.ts";
import { managingHints } from "./hints-managing.ts";
import { registerHints } from "./hints-register.ts";
import { samplingHints } from "./hints-sampling.ts";
import { scheduleHints } from "./hints-schedule.ts";
import { supplierHints } from "./hints-supplier.ts";
import { requisitionHints } from "./hints-requisition.ts";
import { planningHints } from "./hints-planning.ts";
import { forecastHints } from "./hints-forecast.ts";
import { sourceHints } from "./hints-source.ts";
import { agreementHints } from "./hints-agreement.ts";
import { financeHints } from "./hints-finance.ts";
import { orderHints } from "./hints-order.ts";
import { productionHints } from "./hints-production.ts";
import { shippingHints } from "./hints-shipping.ts";
import { receivingHints } from "./hints-receiving.ts";
import { offsetHints } from "./hints-offsets.ts";
import { workflowHints } from "./hints-workflow.ts";

/** Entities that have no number of their own, one after the other. */
let unnumbered = 0;
const nextUnnumbered = (names: readonly string[]): string => names[unnumbered++ % names.length]!;

/** Declared entities, one after the other. */
let declared = 0;
const nextDeclared = (names: readonly string[]): string => names[declared++ % names.length]!;

/** Channels, one after the other: a person has one address of each. */
let channel = 0;
const channels = ["SITE", "EMAIL", "SMS", "DING", "WECOM", "WEBHOOK"] as const;
const nextChannel = (): string => channels[channel++ % channels.length]!;

let lastDay = "2026-01-01";
const nextDay = (): string => (lastDay = addDays(lastDay, 1));

const days = (n: number): string => shift(new Date(), { days: n }).toISOString();

/** What rules demand beyond their declarations. An entity the generator cannot make yet says so in declarations.test.ts: its rule's wish belongs here. */
export const hints: Hints = {
  ...accessHints,
  ...signingHints,
  ...baseHints,
  ...blacklistHints,
  ...inspectHints,
  ...introductionHints,
  ...managingHints,
  ...registerHints,
  ...supplierHints,
  ...samplingHints,
  ...scheduleHints,
  ...requisitionHints,
  ...planningHints,
  ...forecastHints,
  ...sourceHints,
  ...agreementHints,
  ...contractHints,
  ...besideHints,
  ...financeHints,
  ...orderHints,
  ...productionHints,
  ...shippingHints,
  ...receivingHints,
  ...offsetHints,
  ...workflowHints,
  BaseOrganization: () => ({ orgType: "GROUP", parentOrgId: undefined }),
  BaseUsers: async (g) => ({
    // Given along by an import, and gone once it is given.
    respCodes: undefined,
    userType: "INTERNAL",
    personId: await g.id("BasePerson", true),
    supplierId: undefined,
    orgId: undefined,
    deptId: undefined,
    startDate: undefined,
    endDate: undefined,
    defaultRespId: undefined,
  }),
  BaseUserResp: () => ({ supplierId: undefined }),
  BaseUserAuthorisation: async (g) => ({
    authType: "APPROVAL",
    toUserId: await g.id("BaseUsers", true),
    startTime: days(1),
    endTime: days(10),
    menuIds: undefined,
    billTypeCodes: undefined,
  }),
  BaseMenu: () => ({ menuType: "PAGE", audience: "BOTH", menuParentId: undefined }),
  BaseRole: () => ({ audience: "INTERNAL", privilegedFlag: "N" }),
  BaseResponsibility: () => ({ audience: "INTERNAL", orgScope: "ALL", categoryScope: "ALL", materialScope: "ALL", homeRoute: "inHome" }),
  BaseRespMaterial: (g) => ({ itemCodeFrom: `A${g.word().toUpperCase()}`, itemCodeTo: undefined }),
  BaseLookupTypes: () => ({ customizationLevel: "USER", parentLookupTypeId: undefined }),
  BaseLookupValues: () => ({ parentLookupValuesId: undefined, buOrgId: undefined }),
  BaseProfile: () => ({
    valueType: "TEXT",
    levels: ["SITE", "USER"],
    options: undefined,
    lookupType: undefined,
    min: undefined,
    max: undefined,
  }),
  BaseHomeWidget: () => ({ needMenuId: undefined }),
  BaseProfileValue: (g) => ({ level: "USER", levelId: g.word() }),
  BaseCalendarDay: () => ({ day: nextDay() }),
  BaseDepartment: () => ({ parentDeptId: undefined }),
  BasePosition: () => ({ deptId: undefined, parentPositionId: undefined }),
  BasePositionAllot: async (g) => ({ personId: await g.id("BasePerson", true), startDate: "2026-01-01", endDate: undefined }),
  BasePerson: () => ({ deptId: undefined, managerPersonId: undefined, handover: undefined }),
  BaseSodRule: () => ({ level: "WARN" }),
  BaseNumberRule: (g) => ({
    entity: nextUnnumbered(
      g.kernel.lookups
        .values("ENTITY")
        .map((v) => v.lookupCode)
        .filter((name) => !g.declared.entities.get(name)?.number),
    ),
    pattern: `N${g.word().toUpperCase()}{yyyy}{0001}`,
  }),
  BaseRuleSet: (g) => ({ ruleCode: `LEVEL_${g.word().toUpperCase()}`, inputFields: undefined, outputFields: undefined }),
  BaseMsgCfg: () => ({ digestTime: "18:00", conditionText: undefined, channels: ["SITE"], templateCodes: {}, fallbackChannels: undefined }),
  BaseMsgAddress: async (g) => ({ userId: await g.id("BaseUsers", true), channel: nextChannel() }),
  BaseArticleView: async (g) => ({ articleId: await g.id("BaseArticle", true) }),
  BaseMsgSource: () => ({ channel: "EMAIL", provider: "CAPTURE", inboxEndpoint: "pop3s://mail.example.com" }),
  BaseMsgReceive: () => ({ kind: "ALL_INTERNAL", value: undefined }),
  BaseMsgTemplate: (g) => ({ titleCn: `标题${g.word()}`, channel: "SITE" }),
  BaseArticle: (g) => ({ titleCn: `文章${g.word()}`, publishAt: undefined, expireAt: undefined }),
  BaseMsgUnsubscribe: (g) => ({ scope: "CFG", scopeValue: `C${g.word().toUpperCase()}` }),
  "BaseMsgUnsubscribe.doUnsubscribe": () => ({ scope: "KIND", scopeValue: "BUSINESS", channel: "EMAIL" }),
  BaseTableModel: (g) => ({ entity: nextDeclared([...g.declared.entities.keys()]) }),
  // The largest quantity times the price can still be stored.
  SampleOrderLine: () => ({ price: "2.5" }),
  "BaseUsers.doInvite": async (g, row) => ({ ...row, supplierId: await g.id("SrmSupInfo", true), responsibilityIds: undefined }),
};

/** Entities that people may change but only the product itself makes. */
export const madeBySystem: ReadonlySet<string> = new Set([
  "BaseProfile",
  "BaseHomeWidget",
  "SrmSlcScore",
  "SrmSupContact",
  "SrmPurDemandSummary",
]);
