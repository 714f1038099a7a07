import { samplingInforms } from "./informs.ts";
import { lookup, page, type Part, type Profiles } from "#kernel/module.ts";
import { responsibilities, supplierMenu } from "#modules/supplier/index.ts";
import { samplingEvents, samplingTodos } from "./sampling.events.ts";
import { sampleTrial } from "./sample.entity.ts";
import { sampleRules } from "./sample.rules.ts";
import { trialResults } from "./trial-result.ts";
import { batchTryout } from "./tryout.entity.ts";
import { tryoutRules } from "./tryout.rules.ts";

const profiles: Profiles = {
  SLC_SAMPLE_MAX_ROUND: {
    module: "SLC",
    label: ["样品试用最多轮次", "Maximum rounds of a sample trial"],
    type: "INT",
    initial: "3",
    least: "1",
    most: "20",
  },
};

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const reading = ["btnPreviewAttachment", "btnDownloadAttachment", "btnPrint", "btnExport"];
const trials = "sampleTrialList";
const tryouts = "srmSlcBatchTryoutList";
const files = [...attachments, "btnPrint", "btnExport"];
const asking = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSend", "btnReceive", "btnCancel", "btnNextRound"];
const judging = ["btnFillResult", "btnSubmit", "btnNextRound"];
const planning = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSubmit", "btnCancel"];

/** Samples and small batches: what a supplier's goods are worth before the first order. */
export const sampling: Part = {
  profiles,
  entities: [sampleTrial, batchTryout],
  widgets: [
    {
      code: "SAMPLE_TESTING",
      label: ["检测中的样品", "Samples being tested"],
      audience: "INTERNAL",
      type: "FIGURE",
      seq: 82,
      route: trials,
      counts: { entity: sampleTrial, view: "testing" },
    },
  ],
  coming: (["INTERNAL", "SUPPLIER"] as const).map((audience) => ({
    audience,
    route: trials,
    entity: sampleTrial,
    view: "withSupplier",
    label: ["送样", "Samples"] as const,
    day: "sendDueDate",
    says: [audience === "SUPPLIER" ? "orgId" : "supplierId"],
    opens: ["sampleTrialEdit", "id", "id"] as const,
  })),
  rules: [...sampleRules, ...tryoutRules],
  menus: [
    supplierMenu({
      SLC_INTRODUCE: [
        page(trials, "样品试用", "Sample trials", {
          entities: [sampleTrial],
          audience: "BOTH",
          buttons: [
            ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSend", "btnReceive", "btnFillResult", "btnSubmit", "btnApproval"],
            ...["btnReject", "btnCancel", "btnNextRound", "btnSupplierConfirm", "btnDispatch", "btnImport", ...files],
          ],
          children: ["sampleTrialEdit", "sampleTrialDetail"],
        }),
        page(tryouts, "小批量试用", "Pilot runs", {
          entities: [batchTryout],
          audience: "BOTH",
          buttons: [
            ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSubmit", "btnApproval", "btnReject", "btnLinkOrder", "btnFillResult"],
            ...["btnSubmitResult", "btnAbolish", "btnCancel", ...files],
          ],
          children: ["srmSlcBatchTryoutEdit", "srmSlcBatchTryoutDetail"],
        }),
      ],
    }),
  ],
  lookups: {
    FEE_BEARER: lookup("费用承担", "Fee paid by", {
      SUPPLIER: ["供应商", "Supplier"],
      BUYER: ["我方", "Buyer"],
      SHARED: ["分担", "Shared"],
    }),
    TRIAL_RESULT: lookup("试用结论", "Trial result", trialResults),
    SAMPLE_STATUS: lookup("样品试用状态", "Sample trial status", wordsOf(sampleTrial.states)),
    TRYOUT_STATUS: lookup("小批量试用状态", "Pilot run status", wordsOf(batchTryout.states)),
    TRYOUT_FIGURES: lookup("试用数据来源", "Pilot run data source", {
      SYSTEM: ["收货与检验单据", "Receipts and inspection"],
      HAND: ["人工填写", "Entered"],
    }),
  },
  roles: responsibilities({
    SYS_ADMIN: [
      [trials, ...new Set([...asking, ...judging]), ...files],
      [tryouts, ...planning, "btnLinkOrder", "btnFillResult", "btnSubmitResult", "btnAbolish", ...files],
    ],
    SUP_SPECIALIST: [
      [trials, ...asking, ...files],
      [tryouts, ...planning, ...files],
    ],
    SOURCING: [
      [trials, ...asking, ...files],
      [tryouts, ...planning, "btnLinkOrder", "btnFillResult", "btnSubmitResult", "btnAbolish", ...files],
    ],
    BUYER: [
      [trials, ...reading],
      [tryouts, "btnLinkOrder", ...reading],
    ],
    QUALITY: [
      [trials, "btnReceive", ...judging, ...files],
      [tryouts, "btnFillResult", "btnSubmitResult", ...files],
    ],
    QUALITY_MANAGER: [
      [trials, "btnApproval", "btnReject", ...reading],
      [tryouts, "btnApproval", "btnReject", ...reading],
    ],
    PUR_MANAGER: [
      [trials, "btnApproval", "btnReject", ...reading],
      [tryouts, "btnApproval", "btnReject", ...reading],
    ],
    AUDITOR: [
      [trials, "btnExport"],
      [tryouts, "btnExport"],
    ],
    SUP_ADMIN: [
      [trials, "btnSupplierConfirm", "btnDispatch", ...files],
      [tryouts, ...reading],
    ],
    SUP_SALES: [
      [trials, "btnSupplierConfirm", "btnDispatch", ...files],
      [tryouts, ...reading],
    ],
    SUP_QUALITY: [
      [trials, "btnSupplierConfirm", "btnDispatch", ...files],
      [tryouts, ...reading],
    ],
  }),
  buttons: {
    btnReceive: { label: ["签收", "Receive"], icon: "package-check", colour: "PRIMARY" },
    btnNextRound: { label: ["下一轮", "Next round"], icon: "repeat" },
    btnSupplierConfirm: { label: ["供方确认", "Confirm"], icon: "check", colour: "PRIMARY" },
    btnDispatch: { label: ["寄出", "Dispatch"], icon: "truck", colour: "PRIMARY" },
    btnLinkOrder: { label: ["关联订单", "Link order"], icon: "link" },
    btnFillResult: { label: ["填写结果", "Fill in results"], icon: "clipboard-pen" },
    btnSubmitResult: { label: ["提交结果", "Submit result"], icon: "send", colour: "PRIMARY" },
  },
  events: samplingEvents,
  todos: samplingTodos,
  informs: samplingInforms,
};

function wordsOf(states: Readonly<Record<string, readonly [string, string, ...unknown[]]>> | undefined) {
  return Object.fromEntries(Object.entries(states ?? {}).map(([code, [cn, en]]) => [code, [cn, en] as const]));
}
