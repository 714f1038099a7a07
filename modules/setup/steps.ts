import type { Text } from "#kernel/text.ts";
import type { ApprovalChoice } from "./approvals.ts";

export const stepCodes = ["COMPANY", "ORGANISATION", "PEOPLE", "APPROVAL", "GOODS", "SUPPLIERS", "FIRST_ORDER"] as const;
export type StepCode = (typeof stepCodes)[number];
/** BLOCKED: something stands against it that another step puts right. */
export type StepState = "OPEN" | "DONE" | "SKIPPED" | "BLOCKED";

/** A supplier that no order can go to yet, and what it lacks. */
export interface LackingSupplier {
  readonly id: string;
  readonly name: string;
  readonly lacks: readonly Text[];
}

export interface FirstOrder {
  readonly id: string;
  readonly num: string;
  readonly status: string;
  readonly isPublished: boolean;
  readonly isReceived: boolean;
}

/** What the data says about how far the company is. */
export interface SetupFacts {
  readonly company: string | null;
  readonly places: { readonly companies: number; readonly buyingUnits: number; readonly warehouses: number };
  readonly people: number;
  readonly approval: {
    /** Null: processes of one's own, which the assistant leaves alone. */
    readonly choice: ApprovalChoice | null;
    /** Nobody has said how documents are approved yet: one step is what an installation begins with. */
    readonly isChosen: boolean;
    readonly limit: string | null;
    /** Who holds the responsibility that approves. */
    readonly approvers: readonly string[];
  };
  readonly goods: number;
  readonly suppliers: { readonly ready: number; readonly isMore: boolean; readonly lacking: readonly LackingSupplier[] };
  readonly order: FirstOrder | null;
  readonly skipped: readonly string[];
}

export interface Step {
  readonly code: StepCode;
  readonly state: StepState;
  /** How it stands, in a few words. */
  readonly note: Text;
  /** The step that has to come first. */
  readonly after?: StepCode;
}

const plural = (count: number, value: string, many: string): string => `${count} ${count === 1 ? value : many}`;

type Judged = Omit<Step, "code">;
const open = (note: Text): Judged => ({ state: "OPEN", note });
const done = (note: Text): Judged => ({ state: "DONE", note });
const blocked = (note: Text, after: StepCode): Judged => ({ state: "BLOCKED", note, after });

const firstCompany: Judged = blocked(["先填写公司", "Enter the company first"], "COMPANY");
const hasPlaces = ({ places }: SetupFacts): boolean => places.buyingUnits > 0 && places.warehouses > 0;
const firstPlaces: Judged = blocked(["先建立组织", "Set up the organisation first"], "ORGANISATION");

function organisation(facts: SetupFacts): Judged {
  const { companies, buyingUnits, warehouses } = facts.places;
  if (facts.company === null) return firstCompany;
  if (!hasPlaces(facts))
    return open(["还缺公司（法人）、采购组织和收货仓库", "Legal entity, purchasing unit and receiving warehouse are missing"]);
  return done([
    `${companies} 家公司、${buyingUnits} 个采购组织、${warehouses} 个仓库`,
    `${plural(companies, "company", "companies")}, ${plural(buyingUnits, "purchasing unit", "purchasing units")}, ${plural(warehouses, "warehouse", "warehouses")}`,
  ]);
}

function people(facts: SetupFacts): Judged {
  if (!hasPlaces(facts)) return facts.company === null ? firstCompany : firstPlaces;
  return facts.people > 0
    ? done([`${facts.people} 位同事`, plural(facts.people, "colleague", "colleagues")])
    : open(["还没有同事：开通账号，一个人使用可以先跳过", "No colleagues yet: create accounts, or skip this if you work alone"]);
}

function approval(facts: SetupFacts): Judged {
  const { choice, limit, approvers, isChosen } = facts.approval;
  if (!hasPlaces(facts)) return facts.company === null ? firstCompany : firstPlaces;
  if (choice === null) return done(["按自定义流程审批", "Approved by your own processes"]);
  if (approvers.length === 0 && choice !== "NONE")
    return blocked(
      [
        "还没有人能审批：把采购经理职责给一位同事，或选择不审批",
        "Nobody can approve yet: make a colleague purchasing manager, or choose no approval",
      ],
      "PEOPLE",
    );
  if (choice === "NONE") return done(["提交即生效", "Approved on submission"]);
  if (!isChosen) return open(["一步审批，尚未确认", "One step, not confirmed yet"]);
  const names = approvers.slice(0, 3).join("、");
  const namesEn = approvers.slice(0, 3).join(", ");
  return choice === "ONE_STEP"
    ? done([`由${names}批准`, `Approved by ${namesEn}`])
    : done([`达到 ${limit} 由${names}批准`, `Approved by ${namesEn} from ${limit} up`]);
}

const goods = (facts: SetupFacts): Judged =>
  facts.company === null
    ? firstCompany
    : facts.goods > 0
      ? done([`${facts.goods} 个物料`, plural(facts.goods, "material", "materials")])
      : open(["还没有物料：先录入几个，或用工作簿导入", "No materials yet: enter a few, or import a workbook"]);

function suppliers(facts: SetupFacts): Judged {
  const { ready, isMore, lacking } = facts.suppliers;
  const count = `${ready}${isMore ? "+" : ""}`;
  if (!hasPlaces(facts)) return facts.company === null ? firstCompany : firstPlaces;
  const [first] = lacking;
  if (ready > 0)
    return done([
      `${count} 家可以下单${lacking.length ? `，${lacking.length} 家还缺资料` : ""}`,
      `${count} ready for orders${lacking.length ? `, ${lacking.length} incomplete` : ""}`,
    ]);
  if (first)
    return open([
      `${first.name}还缺：${first.lacks.map(([cn]) => cn).join("、")}`,
      `${first.name} still needs ${first.lacks.map(([, en]) => en).join(", ")}`,
    ]);
  return open(["还没有供应商：名称、联系人邮箱和地址就够了", "No suppliers yet: a name, a contact's e-mail and an address are enough"]);
}

function firstOrder(facts: SetupFacts): Judged {
  const { order } = facts;
  if (order?.isReceived) return done([`${order.num} 已收货`, `${order.num} received`]);
  if (order) {
    const waits: Text = order.isPublished ? ["等待收货", "waits for the goods"] : ["尚未发布", "not published yet"];
    return open([`${order.num} ${waits[0]}`, `${order.num} ${waits[1]}`]);
  }
  if (facts.company === null) return firstCompany;
  if (facts.goods === 0) return blocked(["先要有物料", "Add materials first"], "GOODS");
  if (facts.suppliers.ready === 0) return blocked(["先要有可以下单的供应商", "Add a supplier that is ready for orders first"], "SUPPLIERS");
  return open(["还没有订单：从下单到收货走一遍", "No order yet: go through it once, from the order to the receipt"]);
}

const judges: Readonly<Record<StepCode, (facts: SetupFacts) => Judged>> = {
  COMPANY: ({ company }) =>
    company === null
      ? open(["还缺公司名称、国家和币种，税率与日历随之带出", "Name, country and currency are missing; tax rates and calendar follow"])
      : done([company, company]),
  ORGANISATION: organisation,
  PEOPLE: people,
  APPROVAL: approval,
  GOODS: goods,
  SUPPLIERS: suppliers,
  FIRST_ORDER: firstOrder,
};

const laid: Text = ["随时可以回来补上", "Come back to it at any time"];

/** How far each step is; skipping counts only for what is still open. */
export const stepsOf = (facts: SetupFacts): readonly Step[] =>
  stepCodes.map((code) => {
    const judged = judges[code](facts);
    return facts.skipped.includes(code) && judged.state !== "DONE"
      ? { code, ...judged, state: "SKIPPED", note: laid }
      : { code, ...judged };
  });

/** A company that works already needs none of it. */
export const doneSteps: readonly Step[] = stepCodes.map((code) => ({ code, ...done(["已在使用", "In use"]) }));

/** Nothing is left to do. */
export const isComplete = (steps: readonly Step[]): boolean => steps.every(({ state }) => state === "DONE" || state === "SKIPPED");
