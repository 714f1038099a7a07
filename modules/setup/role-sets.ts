import type { Text } from "#kernel/text.ts";

/** Responsibilities that one kind of work needs together. */
export interface RoleSet {
  readonly code: string;
  readonly label: Text;
  readonly hint: Text;
  readonly responsibilities: readonly string[];
}

export const roleSets: readonly RoleSet[] = [
  {
    code: "BUYER",
    label: ["采购", "Buyer"],
    hint: ["订单、供应商、物料、价格", "Orders, suppliers, materials, prices"],
    responsibilities: ["BUYER", "SUP_SPECIALIST", "MASTER_DATA", "SOURCING"],
  },
  {
    code: "APPROVER",
    label: ["采购经理", "Purchasing manager"],
    hint: ["审批订单、申请和供应商", "Approves orders, requisitions and suppliers"],
    responsibilities: ["PUR_MANAGER"],
  },
  {
    code: "REQUESTER",
    label: ["需求人", "Requester"],
    hint: ["提出采购申请", "Asks for goods"],
    responsibilities: ["REQUESTER"],
  },
  {
    code: "WAREHOUSE",
    label: ["仓库", "Warehouse"],
    hint: ["收货和退货", "Receives and returns goods"],
    responsibilities: ["WAREHOUSE"],
  },
  {
    code: "QUALITY",
    label: ["质量", "Quality"],
    hint: ["检验到货、评审供应商", "Inspects deliveries, assesses suppliers"],
    responsibilities: ["QUALITY"],
  },
  {
    code: "FINANCE",
    label: ["财务", "Finance"],
    hint: ["核对金额和账户", "Checks amounts and accounts"],
    responsibilities: ["FINANCE"],
  },
  {
    code: "SMALL_TEAM",
    label: ["小团队：采购兼收货", "Small team: buys and receives"],
    hint: ["采购和仓库由同一人负责", "One person buys and takes in the goods"],
    responsibilities: ["BUYER", "SUP_SPECIALIST", "MASTER_DATA", "SOURCING", "WAREHOUSE"],
  },
];
