import { qualifiedAnswers } from "./qualified.answers.ts";
import { qualifyInforms } from "./informs.ts";
import { lookup, type Part } from "#kernel/module.ts";
import { qualifyingMenus, qualifyingRoles } from "./qualifying.menus.ts";
import { qualified } from "./qualified.entity.ts";
import { qualifiedRules } from "./qualified.rules.ts";
import { qualify } from "./qualify.entity.ts";
import { qualifyFlowRules } from "./qualify-flow.rules.ts";
import { qualifySaveRules } from "./qualify.rules.ts";

/** The first and the last step of an introduction: the review of proofs, and the application to be qualified. */
export const qualifying: Part = {
  entities: [qualify, qualified],
  rules: [...qualifySaveRules, ...qualifyFlowRules, ...qualifiedRules],
  answers: qualifiedAnswers,
  menus: qualifyingMenus,
  roles: qualifyingRoles,
  lookups: {
    QUALIFY_PURPOSE: lookup("审查目的", "Purpose of a review", {
      INTRODUCE: ["引入", "Onboarding"],
      REQUALIFY: ["复审", "Requalification"],
    }),
    QUALIFY_RESULT: lookup("审查结论", "Conclusion", {
      PASS: ["通过", "Pass"],
      CONDITIONAL: ["有条件通过", "Conditional"],
      FAIL: ["不通过", "Fail"],
    }),
    LINE_JUDGE: lookup("行审核", "Line assessment", {
      PENDING: ["待审", "Pending"],
      OK: ["合格", "OK"],
      NG: ["不合格", "Not OK"],
      WAIVED: ["豁免", "Waived"],
    }),
    QUALIFY_STATUS: lookup("审查状态", "Review status", {
      DRAFT: ["拟定", "Draft"],
      SUPPLIER_FILLING: ["待供应商提交", "With supplier"],
      JUDGING: ["审核中", "In review"],
      APPROVING: ["审批中", "In approval"],
      APPROVED: ["已批准", "Approved"],
      REJECTED: ["已驳回", "Rejected"],
      CANCELLED: ["已取消", "Cancelled"],
    }),
  },
  buttons: {
    btnSendSupplier: { label: ["发送供应商", "Send to supplier"], icon: "send" },
    btnSupplierSubmit: { label: ["提交资料", "Submit documents"], icon: "check" },
    btnWaive: { label: ["豁免", "Waive"], icon: "shield-off" },
    btnPullTrack: { label: ["带出引入信息", "Pull from track"], icon: "download" },
    btnRequalify: { label: ["发起复审", "Requalify"], icon: "refresh-cw" },
  },
  programs: {
    SLC_REQUALIFY: {
      label: ["供应商复审", "Requalify suppliers"],
      params: {
        categoryId: { label: ["品类", "Category"], type: "TEXT", required: true },
        orgId: { label: ["组织", "Organisation"], type: "TEXT", required: true },
        until: { label: ["有效期截止", "Ending by"], type: "DATE", required: true, initial: "${today+90}" },
        dueDate: { label: ["供应商提交期限", "Supplier due"], type: "DATE", required: true, initial: "${today+30}" },
      },
      overlap: "QUEUE",
      retries: 0,
    },
  },
  events: {
    QUALIFY_ANSWERED: {
      label: ["供应商已提交资料", "Documents submitted"],
      kind: "BUSINESS",
      carries: { id: ["单据", "Document"], no: ["单号", "Number"], supplierId: ["供应商", "Supplier"] },
      tells: {
        title: ["供应商已提交资质审查${no}的资料", "The supplier submitted the documents of review ${no}"],
        channels: ["SITE"],
        to: ["CREATOR"],
        route: "qualifyCensor/QualifyCensorEdit?id=${id}",
      },
    },
    QUALIFY_ENDED: {
      label: ["资质审查收回或取消", "Review withdrawn or cancelled"],
      kind: "BUSINESS",
      carries: { id: ["单据", "Document"], no: ["单号", "Number"], supplierId: ["供应商", "Supplier"], reason: ["原因", "Reason"] },
      tells: {
        title: ["资质审查${no}已收回，无需再提交资料 ${reason}", "Review ${no} was withdrawn; no documents are needed any more. ${reason}"],
        channels: ["SITE"],
        to: [{ supplier: "ADMINS", of: "supplierId" }],
        route: "qualifyCensor/QualifyCensorEdit?id=${id}",
      },
    },
  },
  informs: qualifyInforms,
  todos: {},
};
