import { system, type Generate, type Hints, type Row } from "../support/generate.ts";

/** What is approved. */
const matter = async (g: Generate): Promise<Row> => ({
  bizEntity: "BpmFreeForm",
  bizId: await g.id("BpmFreeForm"),
  submitAction: "doSubmit",
});

let isCaller = false;

/** An instance that another one called: it has no sheet of its own, which only a real start writes. */
async function called(g: Generate): Promise<Row> {
  if (isCaller) return matter(g);
  isCaller = true;
  try {
    return { ...(await matter(g)), parentInstanceId: await g.id("BpmInstance"), parentTokenId: g.word() };
  } finally {
    isCaller = false;
  }
}

/** A published process without a form of its own, which anybody may start. */
const freeProcess = async (g: Generate): Promise<string> =>
  (
    await g.inState(g.declared.entity("BpmModel"), "PUBLISHED", { billTypeCode: "FREE_FORM", formConfig: undefined, startScope: undefined })
  )["id"];

/** What the rules of approvals demand beyond their declarations. */
export const workflowHints: Hints = {
  BpmFreeForm: async (g) => ({ modelId: await freeProcess(g), content: undefined }),
  BpmUrgeConfig: (g) => ({ nodeId: g.word(), quietFrom: "22:00", quietTo: "07:00" }),
  BaseApprovalBillType: () => ({ approvalMode: "ONE_STEP", timeoutAction: "REMIND" }),
  BaseApproval: () => ({ readers: `,${system.userId},` }),
  BpmInstance: called,
  BpmTaskCandidate: (g) => ({ taskId: g.word() }),
  BpmCopy: (g) => ({ taskId: g.word() }),
  BpmTimer: (g) => ({ taskId: g.word() }),
  BaseApprovalReply: (g) => ({ content: g.word() }),
  "BpmInstance.begin": matter,
  "BpmInstance.call": async (g) => ({ parentId: await g.id("BpmInstance") }),
};
