import { entity } from "#kernel/entity.ts";
import { code, datetime, pick, qty, ref, text } from "#kernel/field.ts";
import { ofAnyGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "./common.ts";

/** Every movement of every quantity in purchasing, never changed: counters elsewhere are sums of it. */
export const qtyLedger = entity("SrmPurQtyLedger", "数量台账", "Quantity ledger", {
  appendOnly: true,
  fields: {
    ownerType: pick("对象类型", "Owner type", "PUR_LEDGER_OWNER", { computed: true }),
    ownerId: text("对象", "Owner", { max: 60, computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true }),
    bucket: code("数量栏", "Bucket", { max: 20, computed: true }),
    delta: qty("变动", "Change", { computed: true }),
    eventCode: code("事件", "Event", { max: 20, computed: true }),
    causeType: code("单据类型", "Document type", { max: 60, computed: true }),
    causeId: text("单据", "Document", { max: 60, computed: true }),
    causeLineId: text("单据行", "Document line", { max: 60, computed: true }),
    causeNum: text("单据号", "Document no.", { max: 60, computed: true, optional: true }),
    requestId: text("请求", "Request", { max: 80, computed: true }),
    postedAt: datetime("过账时间", "Posted at", { computed: true }),
    postedBy: ref("BaseUsers", "过账人", "Posted by", { computed: true }),
  },
  unique: [{ fields: ["ownerId", "bucket", "eventCode", "causeLineId", "requestId"] }],
  sees: { internal: (me) => ({ orgId: me.orgs, ...ofAnyGoods(me) }) },
  title: ["eventCode", "bucket"],
  list: ["postedAt", "ownerType", "bucket", "eventCode", "delta", "causeType", "causeNum", "postedBy"],
  search: ["ownerId", "ownerType", "bucket", "eventCode", "causeId", "postedAt"],
  order: [["id", "asc"]],
  codes: purchaseCodes,
});
