import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Text } from "#kernel/text.ts";
import { writeBpmn } from "#modules/workflow/engine/bpmn-write.ts";
import { nodeSettings, type Definition, type NodeSettings, type ProcessNode } from "#modules/workflow/engine/definition.ts";
import { Cast, type Row } from "./cast.ts";

const plan = "SrmSlcInspectPlan";

/** Drawn processes, who they mean, and approvals of inspection plans and free requests in every state. */
export async function demoWorkflow(kernel: Kernel, now: () => Date): Promise<void> {
  await new Processes(kernel, now).run();
}

const node = (id: string, kind: ProcessNode["kind"], name: Text, more: Partial<ProcessNode> = {}): ProcessNode => ({
  id,
  kind,
  name,
  ...more,
});
const step = (id: string, name: Text, settings: Partial<NodeSettings>): ProcessNode =>
  node(id, "user", name, { settings: nodeSettings(settings) });
const flow = (from: string, to: string, condition?: string) => ({ id: `${from}_${to}`, from, to, ...(condition ? { condition } : {}) });

class Processes extends Cast {
  readonly #me = new Map<string, Me>();

  #who = (userName: string): Me => this.#me.get(userName)!;

  async run(): Promise<void> {
    const cast = [
      ...[
        ["bpm.admin", "BPM_ADMIN"],
        ["quality01", "QUALITY"],
        ["quality.lead", "QUALITY_MANAGER"],
        ["finance.lead", "FINANCE_MANAGER"],
      ],
      ...[
        ["finance01", "FINANCE"],
        ["legal01", "LEGAL"],
        ["lead.buyer", "PUR_MANAGER"],
        ["general.manager", "EMPLOYEE"],
      ],
      ...[
        ["employee01", "EMPLOYEE"],
        ["supplier.mgr", "SUP_SPECIALIST"],
        ["buyer.east01", "BUYER"],
      ],
    ] as const;
    for (const [userName, responsibility] of cast) this.#me.set(userName!, await this.as(userName!, responsibility!));
    const [shelf, office] = await this.#shelves();
    await this.#roles();
    await this.#published(await this.#inspecting(), shelf!, "SLC_INSPECT_PLAN", [
      { name: "小额不经总经理", amount: "120000", path: "quality,finance,sign" },
      { name: "大额经总经理", amount: "300000", path: "quality,finance,sign,gm" },
    ]);
    const [bill] = await this.rows("BaseApprovalBillType", { billTypeCode: ["SLC_INSPECT_PLAN"] });
    await this.#byAdmin("BaseApprovalBillType", bill?.["id"], {
      approvalMode: "BPM",
      processKey: "INSPECT_PLAN",
      ownerUserId: this.#who("quality.lead").userId,
      batchFlag: "Y",
      titleTemplate: "考察计划 ${planNo} ${planName}",
      titleTemplateEn: "Inspection plan ${planNo} ${planName}",
    });
    await this.#byAdmin("BpmUrgeConfig", undefined, {
      billTypeCode: "SLC_INSPECT_PLAN",
      firstAfterHours: 24,
      repeatHours: 24,
      maxTimes: 3,
      escalateRule: "MANAGER",
      quietFrom: "20:00",
      quietTo: "08:00",
    });
    await this.#plans();
    await this.#seals(office!);
  }

  #byAdmin(entity: string, id: string | undefined, input: Row): Promise<Row> {
    return this.act(entity, "saveOrUpdate", id, input, this.#who("bpm.admin"));
  }

  async #shelves(): Promise<readonly string[]> {
    const rows = [
      { categoryCode: "SUPPLIER", nameCn: "供应商管理", nameEn: "Suppliers", seqNum: 10 },
      { categoryCode: "OFFICE", nameCn: "行政事务", nameEn: "Office", seqNum: 20 },
    ];
    const made: string[] = [];
    for (const row of rows) made.push(String((await this.#byAdmin("BpmCategory", undefined, row))["id"]));
    return made;
  }

  /** Who checks budgets where; the north has nobody yet, which the check of gaps finds. */
  async #roles(): Promise<void> {
    const [east, south] = await Promise.all(["BU-E", "BU-S"].map((code) => this.idOf("BaseOrganization", "orgCode", code)));
    const [lead, clerk] = [this.#who("finance.lead").userId, this.#who("finance01").userId];
    await this.#byAdmin("BpmRole", undefined, {
      roleCode: "BUDGET_REVIEW",
      nameCn: "预算复核人",
      nameEn: "Budget reviewer",
      remark: "按组织和金额指定",
      members: [
        { orgId: east, userId: lead, seq: 10 },
        { orgId: south, amountTo: "100000", userId: clerk, seq: 20 },
        { orgId: south, amountFrom: "100000", userId: lead, seq: 30 },
      ],
    });
  }

  /** Quality first, then finance beside purchasing and legal, and the general manager above a limit. */
  async #inspecting(): Promise<Definition> {
    const [gm, cqo] = await Promise.all(["GM", "CQO"].map((code) => this.idOf("BasePosition", "positionCode", code)));
    const [buyer, legal, keeper] = ["lead.buyer", "legal01", "supplier.mgr"].map((name) => this.#who(name).userId);
    return {
      key: "INSPECT_PLAN",
      version: 1,
      name: ["考察计划审批", "Inspection plan approval"],
      routeKeys: ["budgetAmount"],
      nodes: [
        node("start", "start", ["提交计划", "Plan submitted"]),
        step("quality", ["质量总监审核", "Quality director"], {
          approverRule: "POSITION",
          ruleValue: { positionIds: [cqo] },
          timeLimitHours: 16,
        }),
        node("split", "parallel", ["并行会签", "In parallel"]),
        step("finance", ["预算复核", "Budget review"], {
          approverRule: "BPM_ROLE",
          ruleValue: { roleCode: "BUDGET_REVIEW" },
          multiMode: "ANY",
          timeLimitHours: 16,
          emptyPolicy: "UPPER_LEVEL",
          editableFields: ["budgetAmount"],
          timeoutAction: "ESCALATE",
        }),
        step("sign", ["采购与法务会签", "Purchasing and legal"], {
          approverRule: "USER",
          ruleValue: { userIds: [buyer, legal] },
          multiMode: "ALL",
          timeLimitHours: 24,
        }),
        node("join", "parallel", ["会签完成", "Both done"]),
        node("amount", "exclusive", ["预算是否达到 30 万", "Budget of 300,000 or more"], { defaultFlow: "amount_end" }),
        step("gm", ["总经理批准", "General manager"], {
          approverRule: "POSITION",
          ruleValue: { positionIds: [gm] },
          timeLimitHours: 24,
          commentRequired: "ALWAYS",
          copyRule: { PASS: { userIds: [keeper] } },
        }),
        node("end", "end", ["结束", "End"]),
      ],
      flows: [
        ...[flow("start", "quality"), flow("quality", "split"), flow("split", "finance"), flow("split", "sign")],
        ...[flow("finance", "join"), flow("sign", "join"), flow("join", "amount")],
        ...[flow("amount", "gm", "amount >= 300000"), flow("amount", "end"), flow("gm", "end")],
      ],
    };
  }

  /** Drawn by the product's own pen, published by its own action: with test cases that must come out right. */
  async #published(
    definition: Definition,
    categoryId: string,
    billTypeCode: string,
    testCases: readonly Row[],
    more: Row = {},
  ): Promise<string> {
    const [nameCn, nameEn] = definition.name;
    const model = await this.#byAdmin("BpmModel", undefined, {
      modelKey: definition.key,
      nameCn,
      nameEn,
      categoryId,
      billTypeCode,
      routeKeys: definition.routeKeys,
      testCases,
      ownerUserId: this.#who("bpm.admin").userId,
      bpmnXml: await writeBpmn(definition),
      ...more,
    });
    await this.act("BpmModel", "doPublish", model["id"], { changeNote: "首版" }, this.#who("bpm.admin"));
    return String(model["id"]);
  }

  /** A plan of some suppliers, submitted so many days ago. */
  async #plan(planName: string, budgetAmount: string, back: number, more: Row = {}): Promise<string> {
    const lead = this.#who("quality01");
    const suppliers = (await this.rows("SrmSupInfo", { infoStatus: ["EFFECTIVE"], supStatus: ["QUALIFIED", "TRIAL"] }))
      .toSorted((a, b) => String(a["supplierCode"]).localeCompare(String(b["supplierCode"])))
      .slice(0, 3);
    const year = this.dateIn(0).slice(0, 4);
    const made = await this.act(
      plan,
      "saveOrUpdate",
      undefined,
      {
        planName,
        planYear: String(Number(year) + 1),
        planPeriod: "H1",
        orgId: await this.idOf("BaseOrganization", "orgCode", "BU-E"),
        budgetAmount,
        lines: suppliers.map((supplier, i) => ({
          supplierId: supplier["id"],
          planMonth: `${Number(year) + 1}-0${i + 2}`,
          leaderId: lead.userId,
          reasonType: "PERIODIC",
        })),
        ...more,
      },
      lead,
      back,
    );
    await this.act(plan, "doSubmit", made["id"], {}, lead, back);
    return String(made["id"]);
  }

  async #plans(): Promise<void> {
    const pass = (id: string, name: string, comment: string, back: number): Promise<void> =>
      this.press(id, this.#who(name), "doPass", { comment }, back);
    const large = await this.#plan("钣金件供应商年度考察", "480000", 14);
    await pass(large, "quality.lead", "名单与风险评级一致，同意。", 13);
    await pass(large, "finance.lead", "预算内，同意。", 13);
    await pass(large, "lead.buyer", "同意。", 12);
    await pass(large, "legal01", "差旅与礼品条款已提示，同意。", 11);
    await pass(large, "general.manager", "同意，注意控制差旅人数。", 10);
    const small = await this.#plan("包装材料供应商抽查", "60000", 9);
    for (const [name, back] of [
      ["quality.lead", 8],
      ["finance.lead", 8],
      ["legal01", 7],
      ["lead.buyer", 7],
    ] as const)
      await pass(small, name, "同意。", back);
    const refused = await this.#plan("电子料供应商专项考察", "220000", 6);
    await pass(refused, "quality.lead", "同意。", 6);
    await this.press(
      refused,
      this.#who("finance.lead"),
      "doReject",
      { comment: "差旅标准高于制度，请按新标准重编预算。", targetNodeId: "START" },
      5,
    );
    const abroad = await this.#plan("海外模具供应商考察", "60000", 2, { currency: "USD" });
    await pass(abroad, "quality.lead", "客户指定供应商，同意。", 2);
    await pass(abroad, "finance.lead", "按提交日汇率折算后在年度预算内。", 1);
    await this.talk(abroad, this.#who("legal01"), { ask: "供应商所在地是否需要第三方陪同审核？", to: [this.#who("quality01")] }, 1);
    await this.talk(abroad, this.#who("quality01"), { reply: "需要，已联系当地认证机构，费用含在预算里。" });
    await this.press(abroad, this.#who("quality.lead"), "doCopy", {
      userIds: [this.#who("supplier.mgr").userId],
      comment: "请提前通知供应商。",
    });
    await this.#plan("紧固件供应商例行考察", "90000", 0);
    const second = await this.#plan("线缆供应商整改复查", "150000", 4);
    await this.press(second, this.#who("quality.lead"), "doReject", { comment: "请补充两家有客诉的供应商。", targetNodeId: "START" }, 3);
    await this.act(plan, "saveOrUpdate", second, { budgetAmount: "330000", remark: "已补充两家有客诉的供应商" }, this.#who("quality01"), 1);
    await this.act(plan, "doSubmit", second, {}, this.#who("quality01"), 1);
  }

  /** A request of no other kind, with a form of its own. */
  async #seals(categoryId: string): Promise<void> {
    const definition: Definition = {
      key: "SEAL_REQUEST",
      version: 1,
      name: ["用章申请", "Seal request"],
      routeKeys: [],
      nodes: [
        node("start", "start", ["提交申请", "Submitted"]),
        step("manager", ["上级审批", "Manager"], { approverRule: "INITIATOR_MANAGER", timeLimitHours: 8 }),
        step("legal", ["法务审核", "Legal"], {
          approverRule: "POSITION",
          ruleValue: { positionIds: [await this.idOf("BasePosition", "positionCode", "LEGAL")] },
          timeLimitHours: 8,
        }),
        node("end", "end", ["结束", "End"]),
      ],
      flows: [flow("start", "manager"), flow("manager", "legal"), flow("legal", "end")],
    };
    const fields = [
      { key: "sealType", labelCn: "印章", labelEn: "Seal", kind: "choice", required: true, options: ["公章", "合同专用章", "法人章"] },
      { key: "copies", labelCn: "份数", labelEn: "Copies", kind: "int", required: true },
      { key: "useDate", labelCn: "用章日期", labelEn: "Date of use", kind: "date", required: true },
      { key: "borrow", labelCn: "是否外带", labelEn: "Taken off-site", kind: "yn" },
      { key: "purpose", labelCn: "用途", labelEn: "Purpose", kind: "longtext", required: true },
    ];
    const modelId = await this.#published(definition, categoryId, "FREE_FORM", [], { formConfig: { fields } });
    const request = async (userName: string, subject: string, content: Row, back: number, until: "DRAFT" | "SENT"): Promise<string> => {
      const me = this.#who(userName);
      const made = await this.act("BpmFreeForm", "saveOrUpdate", undefined, { modelId, subject, content }, me, back);
      if (until === "SENT") await this.act("BpmFreeForm", "doSubmit", made["id"], {}, me, back);
      return String(made["id"]);
    };
    const bond = await request(
      "buyer.east01",
      "框架协议续签用章",
      { sealType: "合同专用章", copies: 4, useDate: this.dateIn(2), borrow: "N", purpose: "鲸落塑业年度框架协议续签，一式四份。" },
      1,
      "SENT",
    );
    await this.press(bond, this.#who("lead.buyer"), "doPass", { comment: "条款已评审，同意用章。" }, 0);
    await request(
      "employee01",
      "银行开户资料用章",
      { sealType: "公章", copies: 2, useDate: this.dateIn(5), borrow: "Y", purpose: "异地开户，需外带半天。" },
      0,
      "SENT",
    );
    await request("employee01", "用章申请", { sealType: "公章" }, 0, "DRAFT");
  }
}
