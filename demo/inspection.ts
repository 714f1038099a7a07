import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { shiftMonth } from "#kernel/days.ts";
import { Cast, type Row } from "./cast.ts";

/** Section, item in both languages, what is asked for, weight, veto. */
const items: readonly (readonly [section: string, cn: string, en: string, criteria: string, weight: string, veto?: "Y"])[] = [
  ["质量体系", "体系运行", "Quality system at work", "体系文件有效，内审与管理评审按期完成并有整改记录", "12"],
  ["质量体系", "来料与出货检验", "Incoming and outgoing inspection", "检验标准齐全，抽样方案明确，记录可追溯", "12"],
  ["制程能力", "关键工序控制", "Control of key processes", "作业指导书在岗，关键参数有 SPC 或点检", "14"],
  ["制程能力", "设备与校准", "Equipment and calibration", "设备保养计划执行，量具在校准有效期内", "8"],
  ["交付保障", "产能与计划", "Capacity and planning", "产能数据真实，生产计划与订单匹配", "12"],
  ["交付保障", "库存与应急", "Stock and contingency", "安全库存与应急预案经过演练", "8"],
  ["技术与成本", "工艺开发", "Process development", "具备样件与工装开发能力", "10"],
  ["技术与成本", "成本透明", "Cost transparency", "报价结构清晰，可逐项说明", "8"],
  ["环境与安全", "安全生产", "Work safety", "危险源辨识、防护与培训到位", "8"],
  ["环境与安全", "环保合规", "Environmental compliance", "环评与排污许可有效", "8", "Y"],
];

/** Points of the leader and of the colleague, item by item; null does not apply. */
type Marks = readonly [lead: readonly (number | null)[], second: readonly (number | null)[]];
const good: Marks = [
  [9, 8.5, 9, 8, 9, 8, 9, 8.5, 9, 9],
  [8.5, 9, 8, 8.5, 9, null, 8, 9, 8.5, 9],
];
const fair: Marks = [
  [8, 8, 7.5, 8, 9, 8, 8, 9, 8, 9],
  [8.5, 7.5, 8, 9, 8, 8.5, null, 8, 9, 8],
];

interface Person {
  readonly id: string;
  readonly me: Me;
}

/** A plan under way, visits in every state, and a draft for next year. Nothing happens where no supplier is known. */
export async function demoInspection(kernel: Kernel, now: () => Date): Promise<void> {
  await new Inspections(kernel, now).run();
}

class Inspections extends Cast {
  #lead!: Person;
  #second!: Person;
  #boss!: Person;
  #org = "";

  /** The leader's own doing, unless somebody else is named. */
  #act(entity: string, action: string, id: string | undefined, input: Row, back = 0, me: Me = this.#lead.me): Promise<Row> {
    return this.act(entity, action, id, input, me, back);
  }

  async #person(userName: string, respCode: string): Promise<Person | null> {
    const id = await this.idOf("BaseUsers", "userName", userName);
    return id === null ? null : { id, me: await this.as(userName, respCode) };
  }

  async run(): Promise<void> {
    const suppliers = (await this.rows("SrmSupInfo", { infoStatus: ["EFFECTIVE"], supStatus: ["QUALIFIED", "TRIAL"] }))
      .toSorted((a, b) => String(a["supplierCode"]).localeCompare(String(b["supplierCode"])))
      .slice(0, 6);
    const org = await this.idOf("BaseOrganization", "orgCode", "BU-E");
    const [lead, second, boss] = await Promise.all([
      this.#person("quality01", "QUALITY"),
      this.#person("sourcing01", "SOURCING"),
      this.#person("quality.lead", "QUALITY_MANAGER"),
    ]);
    if (suppliers.length < 3 || !org || !lead || !second || !boss) return;
    this.#org = org;
    [this.#lead, this.#second, this.#boss] = [lead, second, boss];
    const ids = suppliers.map((supplier) => String(supplier["id"]));
    const at = (i: number): string => ids[i % ids.length]!;
    await this.#plans(ids);
    const rectifying = await this.#visit(at(0), 20, "PERIODIC", fair);
    await this.#rectify(rectifying);
    const open = await this.#drawn(at(2), { inspectDate: this.dateIn(-1), inspectType: "SPECIAL" }, 4);
    await this.#act("SrmSlcLocaleInspect", "doNotify", open["id"], {}, 4);
    await this.#act("SrmSlcLocaleInspect", "doStartScore", open["id"], {}, 1);
    await this.#score(open["id"], this.#second, fair[1], 0);
    const coming = await this.#drawn(at(3), { inspectDate: this.dateIn(6), endDate: this.dateIn(7), inspectType: "REVIEW" }, 0);
    await this.#act("SrmSlcLocaleInspect", "doNotify", coming["id"], {});
    const summed = await this.#drawn(at(1), { inspectDate: this.dateIn(-2), inspectType: "SPECIAL" }, 5);
    await this.#act("SrmSlcLocaleInspect", "doNotify", summed["id"], {}, 5);
    await this.#scored(summed["id"], good, 2);
    await this.#found(summed["id"], "MINOR", "质量体系", "两份内审记录缺少签字", 10, 1);
  }

  async #plans(ids: readonly string[]): Promise<void> {
    const today = this.dateIn(0);
    const year = Number(today.slice(0, 4));
    const months = [-2, -1, 0, 1, 1].map((by) => shiftMonth(today, by)).filter((value) => value.startsWith(String(year)));
    const plan = await this.#act("SrmSlcInspectPlan", "saveOrUpdate", undefined, {
      planName: `${year} 年度供应商考察计划`,
      planYear: String(year),
      planPeriod: "YEAR",
      orgId: this.#org,
      budgetAmount: "180000",
      lines: months.map((planMonth, i) => ({
        supplierId: ids[(i + 1) % ids.length],
        planMonth,
        leaderId: this.#lead.id,
        reasonType: ["PERIODIC", "PERIODIC", "QUALITY_ISSUE", "CUSTOMER", "CHANGE"][i],
      })),
    });
    await this.#act("SrmSlcInspectPlan", "doSubmit", plan["id"], {});
    await this.decide(plan["id"], this.#boss.me);
    const lines = plan["lines"] as Row[];
    const done = lines[0];
    if (done) {
      const made = await this.#act("SrmSlcInspectPlan", "doGenInspect", plan["id"], { lineId: done["id"], inspectDate: this.dateIn(-40) });
      const { inspectId } = (made["lines"] as Row[]).find((line) => line["id"] === done["id"])!;
      await this.#prepared(inspectId, {}, 45);
      await this.#act("SrmSlcLocaleInspect", "doNotify", inspectId, {}, 45);
      await this.#concluded(inspectId, good, 38);
    }
    if (lines[1])
      await this.#act("SrmSlcInspectPlan", "doPostpone", plan["id"], {
        lineId: lines[1]["id"],
        newMonth: shiftMonth(today, 2),
        moveReason: "供应商产线搬迁，双方协商延期",
      });
    const next = await this.#act("SrmSlcInspectPlan", "saveOrUpdate", undefined, {
      planName: `${year + 1} 上半年考察计划（草案）`,
      planYear: String(year + 1),
      planPeriod: "H1",
      orgId: this.#org,
    });
    await this.#act("SrmSlcInspectPlan", "autoPropose", next["id"], { most: 4, months: 12 }).catch(() => undefined);
  }

  /** Fills in what a visit needs before it begins. */
  async #prepared(id: string, more: Row, back: number): Promise<Row> {
    return this.#act(
      "SrmSlcLocaleInspect",
      "saveOrUpdate",
      id,
      {
        agenda: "09:00 首次会议\n09:30 现场走查：来料、制程、出货\n14:00 体系与记录抽查\n16:30 末次会议与初步意见",
        ...more,
        members: [
          { userId: this.#lead.id, weight: "60" },
          { userId: this.#second.id, weight: "40" },
        ],
        items: items.map(([section, itemName, itemNameEn, criteria, weight, vetoFlag], i) => ({
          seqNum: (i + 1) * 10,
          section,
          itemName,
          itemNameEn,
          criteria,
          maxScore: "10",
          weight,
          vetoFlag: vetoFlag ?? "N",
        })),
      },
      back,
    );
  }

  async #drawn(supplierId: string, more: Row, back: number): Promise<Row> {
    const made = await this.#act(
      "SrmSlcLocaleInspect",
      "saveOrUpdate",
      undefined,
      { supplierId, orgId: this.#org, leaderId: this.#lead.id, passScore: "80", ...more },
      back,
    );
    return this.#prepared(made["id"], { innerRemark: "关注二供报价差异" }, back);
  }

  async #visit(supplierId: string, ago: number, inspectType: string, marks: Marks): Promise<string> {
    const made = await this.#drawn(supplierId, { inspectDate: this.dateIn(-ago), inspectType }, ago + 5);
    await this.#act("SrmSlcLocaleInspect", "doNotify", made["id"], {}, ago + 5);
    await this.#scored(made["id"], marks, ago);
    await this.#found(made["id"], "CRITICAL", "制程能力", "热处理工序无首件记录，温度曲线未保存", 15, ago);
    await this.#found(made["id"], "MAJOR", "质量体系", "三把卡尺超出校准有效期仍在使用", 10, ago);
    await this.#found(made["id"], "ADVICE", "交付保障", "建议建立关键物料安全库存看板", 60, ago);
    await this.#summed(made["id"], ago);
    return made["id"];
  }

  async #concluded(id: string, marks: Marks, back: number): Promise<void> {
    await this.#scored(id, marks, back);
    await this.#summed(id, back);
  }
  async #summed(id: string, back: number): Promise<void> {
    const summary = "现场管理总体受控，人员熟悉作业要求；记录完整性与计量管理需加强，建议三个月后复查。";
    await this.#act("SrmSlcLocaleInspect", "doSummary", id, { summary }, back);
    await this.#act("SrmSlcLocaleInspect", "doSubmit", id, {}, back);
    await this.decide(id, this.#boss.me, { back });
  }

  async #scored(id: string, marks: Marks, back: number): Promise<void> {
    await this.#act("SrmSlcLocaleInspect", "doStartScore", id, {}, back);
    await this.#score(id, this.#lead, marks[0], back);
    await this.#score(id, this.#second, marks[1], back);
  }

  async #score(inspectId: string, by: Person, marks: readonly (number | null)[], back: number): Promise<void> {
    const [sheet] = await this.rows("SrmSlcScore", { inspectId: [inspectId], memberId: [by.id] });
    const lines = await this.rows("SrmSlcScoreLine", { parentId: [sheet!["id"]] });
    const inOrder = lines.toSorted((a, b) => Number(a["seqNum"]) - Number(b["seqNum"]));
    const sent = inOrder.map((line, i) => ({
      itemId: line["itemId"],
      ...(marks[i] === null ? { naFlag: "Y" } : { score: String(marks[i]), naFlag: "N" }),
      comment: i === 2 ? "抽查三台设备，点检表齐全" : null,
    }));
    await this.#act("SrmSlcScore", "doSubmit", sheet!["id"], { lines: sent }, back, by.me);
  }

  async #found(inspectId: string, level: string, section: string, description: string, days: number, back: number): Promise<void> {
    const input = {
      inspectId,
      level,
      section,
      description,
      dueDate: this.dateIn(days),
      innerRemark: level === "CRITICAL" ? "影响份额分配" : null,
    };
    await this.#act("SrmSlcLocaleInspectFinding", "saveOrUpdate", undefined, input, back);
  }

  /** The supplier has answered one of its findings; the other still waits. */
  async #rectify(id: string): Promise<void> {
    const [found] = await this.rows("SrmSlcLocaleInspectFinding", { inspectId: [id], level: ["MAJOR"] });
    const supplierReply = "原因：校准计划未覆盖借用量具。措施：三把卡尺已送检合格，计划补充借用量具并每月核对。";
    await this.act("SrmSlcLocaleInspect", "doRectifyReply", id, { findingId: found!["id"], supplierReply }, undefined, 3);
  }
}
