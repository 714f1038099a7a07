import { moveDemand, type DemandMove } from "#modules/demand/index.ts";
import type { Client } from "./client.ts";
import { day, LifecycleWorld, ok, type Row } from "./lifecycle.ts";

const people = [
  ["requester", "REQUESTER"],
  ["colleague", "REQUESTER"],
  ["purchaser", "BUYER"],
] as const;

/** Somebody who needs things, somebody else who does, and the buyer who finds them. */
export class DemandWorld {
  readonly life: LifecycleWorld;
  requester!: Client;
  colleague!: Client;
  purchaser!: Client;

  constructor(life: LifecycleWorld) {
    this.life = life;
  }

  static open(): Promise<DemandWorld> {
    return DemandWorld.begin("demand", () => Promise.resolve());
  }

  /** As `LifecycleWorld.begin`, with those who need things. */
  static async begin(name: string, more: (demand: DemandWorld) => Promise<void>): Promise<DemandWorld> {
    const life = await LifecycleWorld.begin(name, async (empty) => {
      const demand = new DemandWorld(empty);
      await demand.#build();
      await more(demand);
    });
    const world = new DemandWorld(life);
    for (const [key, responsibility] of people) world[key] = await life.wearing(`pr.${key}`, responsibility);
    return world;
  }

  async #build(): Promise<void> {
    const { life } = this;
    const { ids, product } = life;
    ids["inv"] = (await life.made("BaseOrganization", { orgCode: "INV1", orgName: "一号仓", orgType: "INV", parentOrgId: ids["org"] }))[
      "id"
    ];
    ids["dept"] = (await life.made("BaseDepartment", { deptCode: "D1", deptName: "制造部", orgId: ids["org"] }))["id"];
    await life.act("SrmBaseItem", ids["item"]!, "doSubmit");
    await life.made("SrmBaseItemOrg", { itemId: ids["item"], orgId: ids["inv"] });
    for (const [key, responsibility] of people) ids[key] = await product.person(`pr.${key}`, [responsibility]);
    await life.made("SrmBasePurchaseCategory", {
      id: ids["category"],
      buyers: [{ orgId: ids["org"], buyerId: ids["purchaser"], buyerRole: "EXECUTION", startDate: day(-9) }],
    });
  }

  call = (by: Client, name: string, body: object): Promise<any> => by.call(`srmServer/v1/srmPurRequisitionHeaderRestful/${name}`, body);
  find = (id: string, by: Client = this.purchaser): Promise<Row> => ok(this.call(by, "findById", { id }));

  /** A requisition with a line for each quantity, still a draft. */
  draft(qtys: readonly string[] = ["100"], more: object = {}): Promise<Row> {
    const { ids } = this.life;
    return ok(
      this.call(this.requester, "saveOrUpdate", {
        orgId: ids["org"],
        deptId: ids["dept"],
        lines: qtys.map((requestQty) => ({ itemId: ids["item"], requestQty, needByDate: day(20), estPrice: "10", invOrgId: ids["inv"] })),
        ...more,
      }),
    );
  }

  async approved(qtys?: readonly string[], more?: object): Promise<Row> {
    const { id } = await this.draft(qtys, more);
    await ok(this.call(this.requester, "doSubmit", { id }));
    await ok(this.life.decides(id));
    return this.find(id);
  }

  /** Moves as another area would make them, on a target of the given name. */
  move(requisitionId: string, target: string, moves: readonly (Partial<DemandMove> & Pick<DemandMove, "kind" | "reqLineId" | "qty">)[]) {
    const effect = moveDemand(
      requisitionId,
      moves.map(
        (entry) =>
          ({ targetType: "ORDER", targetHeaderId: target, targetLineId: `${target}-1`, targetNum: target, ...entry }) as DemandMove,
      ),
    ) as { input: object };
    return this.life.act("SrmPurRequisitionHeader", requisitionId, "doPost", effect.input);
  }
}
