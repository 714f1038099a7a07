import { businessDay } from "#kernel/time.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { file } from "#kernel/platform/file.entity.ts";
import { closeTodo, make, rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { about } from "../about.ts";
import { notVisible } from "../common.ts";
import { barredIn, goingOn, voidingFault } from "../contract-flow.rules.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { signOrg, signPerson } from "./account.entity.ts";
import { endOf } from "./actions.ts";
import { signFlow } from "./flow.entity.ts";
import { textChanged } from "./publish.rules.ts";
import { firstSigners, signerFault, type Company, type Person, type Signer } from "./signers.ts";
import { callsUp, notYourTurn, seqOf, turnOf, type Flow, type Task } from "./turns.ts";

async function accountsOf(
  find: Find,
  signers: readonly { readonly personAccountId: string | null; readonly orgAccountId: string | null }[],
) {
  const ids = (key: "personAccountId" | "orgAccountId"): string[] => signers.flatMap((signer) => signer[key] ?? []);
  const [people, companies] = await Promise.all([
    ids("personAccountId").length ? find.where(signPerson, { id: ids("personAccountId") }, 50) : [],
    ids("orgAccountId").length ? find.where(signOrg, { id: ids("orgAccountId") }, 50) : [],
  ]);
  return {
    people: new Map<string, Person>(people.map((row) => [row.id, row])),
    companies: new Map<string, Company>(companies.map((row) => [row.id, row])),
  };
}
type Accounts = Awaited<ReturnType<typeof accountsOf>>;

const unknownAccount = (): Refusal => refuse("CCT-040", "签署账户未实名或已停用", "Signature account is not verified or disabled");

function faultsOf(doc: Contract, signers: readonly Signer[], { people, companies }: Accounts, day: string): (Refusal | false)[] {
  const sides = new Set(signers.map((signer) => signer.side));
  return [
    !(sides.has("BUYER") && sides.has("SUPPLIER")) &&
      refuse("CCT-073", "请填写双方签署人", "Name a signer for each side", {
        fieldErrors: [{ path: "signers", code: "CCT-073", text: ["请填写双方签署人", "Name a signer for each side"] }],
      }),
    new Set(signers.map((signer) => signer.personAccountId)).size < signers.length &&
      refuse("CCT-150", "同一人不能签署两次", "One person cannot sign twice"),
    ...signers.map((signer) => {
      const [person, company] = [people.get(signer.personAccountId), companies.get(signer.orgAccountId)];
      return person && company ? (signerFault(doc, { side: signer.side, person, company, day }) ?? false) : unknownAccount();
    }),
  ];
}

const clickers: readonly Signer[] = [
  { side: "SUPPLIER", personAccountId: "", orgAccountId: "", sealId: null },
  { side: "BUYER", personAccountId: "", orgAccountId: "", sealId: null },
];

const start = rule(contract, "doStartSign", {
  reads: async (doc, find, input, _, at) => {
    const named = (doc.signMode === "CLICK" ? [] : (input.signers ?? [])) as readonly Signer[];
    const signers = doc.signMode !== "ESIGN" || named.length > 0 ? named : await firstSigners(doc, find, at.today);
    const users = await accountsOf(find, signers);
    return {
      signers,
      ...(await goingOn(doc, find, at.today)),
      ...users,
      days: Number((await getProfile(find, "CCT_SIGN_EXPIRE_DAYS", { orgId: doc.orgId })).value),
      official: doc.pdfFileId ? await find.where(file, { id: doc.pdfFileId }, 1) : [],
    };
  },
  decide: (doc, facts, input, _, at) => {
    const isClick = doc.signMode === "CLICK";
    const signers = isClick ? clickers : facts.signers;
    const flowId = at.newId();
    const expireAt = endOf(at.today, input.expireDays ?? facts.days);
    const order = isClick ? "SUPPLIER_FIRST" : doc.signOrder;
    const tasks = signers
      .map((signer) => ({
        seq: seqOf(signer.side, order),
        side: signer.side,
        state: "WAIT",
        personAccountId: signer.personAccountId || null,
        orgAccountId: signer.orgAccountId || null,
        sealId: signer.sealId,
        signerUserId: facts.people.get(signer.personAccountId)?.userId ?? null,
        signerName: facts.people.get(signer.personAccountId)?.name ?? null,
      }))
      .toSorted((a, b) => a.seq - b.seq);
    return [
      ...facts.against,
      doc.signMode === "PAPER" && refuse("CCT-149", "纸质签署的合同请上传签署件", "Upload the signed copy of a contract signed on paper"),
      isClick &&
        doc.contractClass !== "SIMPLE" &&
        refuse("CCT-078", "仅简易合同可点击确认", "Only simplified contracts are signed by a click"),
      doc.pdfFileId === null && refuse("CCT-072", "正式合同正在生成，请稍后再试", "The official copy is being made; try again in a moment"),
      (facts.hash !== doc.pdfHash || (facts.official[0]?.sha256 ?? null) !== doc.pdfSum) && textChanged(),
      ...(isClick ? [] : faultsOf(doc, signers, facts, at.today)),
      make(signFlow, flowId, {
        objectType: "CONTRACT",
        contractId: doc.id,
        orgId: doc.orgId,
        supplierId: doc.supplierId,
        ownerId: doc.ownerId,
        signMode: doc.signMode,
        signOrder: order,
        provider: isClick ? "BUILTIN" : (input.provider ?? "BUILTIN"),
        linkFlag: input.linkFlag ?? "N",
        fileId: doc.pdfFileId,
        fileHash: doc.pdfHash ?? "",
        fileSum: doc.pdfSum ?? "",
        startedAt: at.now,
        expireAt,
        tasks,
      } as never),
      set(doc, { signFlowId: flowId as never, signEnded: null }),
      ...callsUp(doc, { expireAt }, tasks as readonly Task[]),
      input.provider === "ESIGN" && tell("CCT_ESIGN_STARTED", { id: doc.id, flowId, num: doc.contractNum, hash: doc.pdfSum }),
    ];
  },
});

const revoke = rule(contract, "doRevokeSign", {
  locks: (doc) => [[signFlow, doc.signFlowId, "doRevoke"]],
  decide: (doc, _, input): Effect[] => [
    ...(doc.signFlowId ? [run(signFlow, doc.signFlowId, "doRevoke", { reason: input.reason ?? "" })] : []),
    set(doc, { signEnded: input.reason ?? null }),
    closeTodo("CCT_SIGN", doc, "WITHDRAWN"),
    tell("CCT_SIGN_REVOKED", { ...about(doc), reason: input.reason }),
  ],
});

const ended = rule(contract, "doEndSign", {
  decide: (doc, _, input): Effect[] => [set(doc, { signEnded: input.reason ?? null }), closeTodo("CCT_SIGN", doc, "EXPIRED")],
});

/** The last signature is given: the contract keeps the signed file and the moment of the provider. */
const finish = rule(contract, "doFinishSign", {
  reads: async (doc, find) => ({ flow: await find.one(signFlow, doc.signFlowId!) }),
  decide: (doc, { flow }, _, me) => {
    const dayOf = (side: string): string | null => {
      const at = flow.tasks.filter((task) => task.side === side).at(-1)?.signedAt;
      return at ? businessDay(at, me) : null;
    };
    return [
      flow.fileHash !== doc.pdfHash && textChanged(),
      set(doc, {
        signedFileId: flow.signedFileId,
        signedSum: flow.signedSum,
        signedAt: flow.finishedAt,
        supplierSignDate: dayOf("SUPPLIER"),
        buyerSignDate: dayOf("BUYER"),
      }),
      closeTodo("CCT_SIGN", doc, "HANDLED"),
      tell("CCT_SIGNED", about(doc)),
      run(contract, doc.id, "doTakeEffect", {}),
    ];
  },
});

/** A task that may be signed or refused at this moment. */
function taskFaults(flow: Flow, taskId: unknown, moment: string): (Refusal | false)[] {
  const task = flow.tasks.find((row) => row.id === taskId);
  if (!task) return [notVisible()];
  return [
    task.state !== "WAIT" && refuse("CCT-074", "该签署已完成", "This has been signed or refused already"),
    task.state === "WAIT" && !turnOf(flow.tasks).includes(task) && notYourTurn(),
    moment > flow.expireAt && refuse("CCT-075", "签署期限已过", "The time for signing is over"),
  ];
}

const signed = rule(signFlow, "doSigned", {
  locks: (flow) => [[contract, flow.contractId, "doFinishSign"]],
  reads: async (flow, find, input, _, at) => {
    const task = flow.tasks.find((row) => row.id === input.taskId);
    const doc = await find.lock(contract, flow.contractId);
    return {
      doc,
      barred: await barredIn(doc, find, at.today),
      ...(await accountsOf(find, task ? [task] : [])),
      made: input.signedFileId ? await find.where(file, { id: input.signedFileId }, 1) : [],
    };
  },
  decide: (flow, { doc, barred, people, companies, made }, input, me, at) => {
    // The provider's time decides, whenever its word arrives.
    const moment = input.signedAt ?? at.now;
    const task = flow.tasks.find((row) => row.id === input.taskId);
    const wrong = taskFaults(flow, input.taskId, moment).filter((entry) => entry !== false);
    if (wrong.length || !task) return wrong;
    const [person, company] = [people.get(task.personAccountId ?? ""), companies.get(task.orgAccountId ?? "")];
    const unfit =
      flow.signMode === "CLICK"
        ? null
        : person && company
          ? signerFault(doc, { side: task.side, person, company, day: businessDay(moment, me) })
          : unknownAccount();
    const sum = made[0]?.sha256 ?? null;
    const done = {
      state: "SIGNED",
      signedAt: moment,
      ip: input.ip ?? null,
      way: input.way ?? null,
      certificate: input.certificate ?? null,
      signerUserId: input.signerUserId ?? task.signerUserId,
      signerName: input.signerName ?? task.signerName,
      linkUsed: input.linkUsed ?? null,
    };
    const tasks = flow.tasks.map((row) => (row.id === task.id ? { ...row, ...done } : row));
    const isLast = turnOf(tasks).length === 0;
    return [
      ...barred,
      voidingFault(doc),
      unfit,
      flow.fileHash !== doc.pdfHash && textChanged(),
      input.beforeSum !== (flow.signedSum ?? flow.fileSum) &&
        refuse("CCT-079", "另一方刚刚签署，请重试", "Another signature was given just now; try again"),
      (isLast || flow.signMode === "ESIGN") && flow.provider === "BUILTIN" && sum === null && textChanged(),
      set(task, done as never),
      set(flow, {
        signedFileId: input.signedFileId ?? flow.signedFileId,
        signedSum: sum ?? flow.signedSum,
        ...(isLast ? { status: "FINISHED", finishedAt: moment, evidenceFileId: input.evidenceFileId ?? null } : {}),
      } as never),
      ...(isLast ? [run(contract, doc.id, "doFinishSign", {})] : callsUp(doc, flow, tasks)),
    ];
  },
});

const refused = rule(signFlow, "doRefuse", {
  locks: (flow) => [[contract, flow.contractId, "doEndSign"]],
  reads: async (flow, find) => ({ doc: await find.lock(contract, flow.contractId) }),
  decide: (flow, { doc }, input, _, at) => {
    const task = flow.tasks.find((row) => row.id === input.taskId);
    const reason = (input.reason ?? "").trim();
    return [
      ...taskFaults(flow, input.taskId, input.signedAt ?? at.now),
      reason.length < 5 && refuse("CCT-034", "请填写拒绝原因，至少5个字", "Give a reason of at least 5 characters"),
      ...(task ? [set(task, { state: "REFUSED", reason })] : []),
      set(flow, { finishedAt: input.signedAt ?? at.now }),
      run(contract, doc.id, "doEndSign", { reason }),
      tell("CCT_SIGN_REFUSED", { ...about(doc), reason }),
    ];
  },
});

const expired = rule(signFlow, "doExpire", {
  locks: (flow) => [[contract, flow.contractId, "doEndSign"]],
  reads: async (flow, find) => ({ doc: await find.lock(contract, flow.contractId) }),
  decide: (flow, { doc }, _, __, at) => [
    set(flow, { finishedAt: at.now }),
    run(contract, doc.id, "doEndSign", { reason: "签署期限已过 / Not signed in time" }),
    tell("CCT_SIGN_REFUSED", { ...about(doc), reason: "签署期限已过 / Not signed in time" }),
  ],
});

const revoked = rule(signFlow, "doRevoke", {
  decide: (flow, _, input, __, at) => [
    set(flow, { finishedAt: at.now, errorText: input.reason ?? null }),
    flow.provider === "ESIGN" && tell("CCT_ESIGN_REVOKED", { id: flow.contractId, flowId: flow.id }),
  ],
});

const failed = rule(signFlow, "doFail", { decide: (flow, _, input) => set(flow, { errorText: input.errorText ?? null }) });

export const signRules = [start, revoke, ended, finish, signed, refused, expired, revoked, failed];
