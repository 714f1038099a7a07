import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { closeTodo, make, rule, run, set, tell, todo, type Effect } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { letter } from "#modules/base/index.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { operationName } from "./tradable.ts";
import { supplierWarning } from "./warning.entity.ts";
import { relit, riskFacts, type Warning } from "./warning.ts";

const todos = ["WARNING_HANDLE", "CERT_EXPIRE", "INFO_CONFIRM"];

const asked = (doc: Warning): Effect =>
  todo("WARNING_HANDLE", doc, {
    userId: doc.ownerId,
    ...(doc.ownerId ? {} : { respCode: "SUP_SPECIALIST" }),
    dueDate: doc.dueDate,
    priority: doc.severity === "RED" ? "URGENT" : "NORMAL",
    title: [
      `${doc.warningNo ?? ""} ${doc.content}`.trim().slice(0, 200),
      `${doc.warningNo ?? ""} ${doc.contentEn ?? doc.content}`.trim().slice(0, 200),
    ],
  });

/** What the supplier itself is asked to do about it. */
const askedOfSupplier = (doc: Warning): Effect[] => {
  const title: readonly [string, string] = [doc.content.slice(0, 200), (doc.contentEn ?? doc.content).slice(0, 200)];
  if (doc.warningType === "CERT_EXPIRE")
    return [todo("CERT_EXPIRE", doc, { supplierId: doc.supplierId, contactRole: "QUALITY", dueDate: doc.dueDate, title })];
  if (doc.warningType === "INFO_STALE")
    return [
      todo("INFO_CONFIRM", doc, { supplierId: doc.supplierId, dueDate: doc.dueDate }),
      tell("INFO_CONFIRM_DUE", { id: doc.id, supplierId: doc.supplierId }),
    ];
  return [];
};

const facts = {
  reads: (doc: Warning, find: Parameters<typeof riskFacts>[0], _: unknown, __: unknown, at: { today: string }) =>
    riskFacts(find, doc.supplierId, at.today),
};

const raise = rule(supplierWarning, "doRaise", {
  ...facts,
  decide: (doc, risk) => [
    ...relit(risk, doc.supplierId, [doc]),
    ...(doc.severity === "INFO" ? [] : [asked(doc)]),
    ...askedOfSupplier(doc),
    doc.warningType === "EXTERNAL_RISK" &&
      tell("EXTERNAL_RISK", {
        id: doc.id,
        supplierId: doc.supplierId,
        supplier: risk.supplierName,
        ownerId: doc.ownerId,
        risk: doc.content,
        riskEn: doc.contentEn ?? doc.content,
      }),
  ],
});

const renew = rule(supplierWarning, "doRenew", {
  ...facts,
  decide: (doc, risk, input) => {
    const severity = input.severity!;
    const worse = severity === "RED" && doc.severity !== "RED";
    const next = { ...doc, severity, status: doc.status === "IGNORED" && worse ? "OPEN" : doc.status } as Warning;
    return [
      set(doc, {
        severity,
        content: input.content!,
        contentEn: input.contentEn ?? null,
        hitValue: input.hitValue ?? null,
        causeMark: input.mark ?? null,
        status: next.status,
      }),
      ...relit(risk, doc.supplierId, [next]),
      ...(worse ? [asked({ ...doc, ...next } as Warning)].map((effect) => ({ ...effect, row: doc }) as Effect) : []),
    ];
  },
});

const handle = rule(supplierWarning, "doHandle", {
  ...facts,
  decide: (doc, risk, input, _, at) => {
    const done = input.closeFlag === "Y";
    const status = done ? "CLOSED" : "PROCESSING";
    return [
      set(doc, { status, handleDesc: input.handleDesc!, ...(done ? { closeDate: at.now } : {}) }),
      ...relit(risk, doc.supplierId, [{ ...doc, status }]),
      ...(done ? [closeTodo(todos, doc, "HANDLED")] : []),
    ];
  },
});

const ignore = rule(supplierWarning, "doIgnore", {
  ...facts,
  decide: (doc, risk, input, _, at) => {
    const until = input.ignoreUntil!;
    const late = until > addDays(at.today, 366);
    if (until <= at.today || late)
      return refuse(
        "FIELD_INVALID",
        late ? "忽略期限不能超过一年" : "忽略期限须晚于今天",
        late ? "Up to one year" : "Until a future date",
        {
          fieldErrors: [{ path: "ignoreUntil", code: "TABLE_RANGE", text: ["须晚于今天且不超过一年", "After today, within a year"] }],
        },
      );
    return [
      set(doc, { ignoreUntil: until, handleDesc: input.ignoreReason! }),
      ...relit(risk, doc.supplierId, [{ ...doc, status: "IGNORED" }]),
      closeTodo("WARNING_HANDLE", doc, "HANDLED"),
    ];
  },
});

const transfer = rule(supplierWarning, "doTransfer", {
  reads: async (_, find, input) => ({ to: await find.one(user, input.toUserId!) }),
  decide: (doc, { to }) => {
    if (to.userType !== "INTERNAL" || to.userStatus !== "ACTIVE")
      return refuse("FIELD_INVALID", "只能转交给在用的内部用户", "Only to an active colleague");
    return [
      closeTodo("WARNING_HANDLE", doc, "WITHDRAWN"),
      set(doc, { ownerId: to.id }),
      { ...asked({ ...doc, ownerId: to.id } as Warning), row: doc } as Effect,
    ];
  },
});

/** A letter to the supplier about it, drafted for whoever writes it to finish and send. */
const write = rule(supplierWarning, "doCreateNotification", {
  decide: (doc, _, input, me, at) => {
    const id = at.newId();
    return [
      make(letter, id, {
        title: `关于${doc.content}`.slice(0, 200),
        titleEn: `About: ${doc.contentEn ?? doc.content}`.slice(0, 200),
        notificationType: "OTHER",
        urgency: doc.severity === "RED" ? "URGENT" : "NORMAL",
        orgId: input.orgId!,
        ackMode: "TEXT",
        replyDueDate: `${addDays(at.today, 7)}T10:00:00.000Z`,
        supplierIds: [doc.supplierId],
        bizType: supplierWarning.name,
        bizId: doc.id,
        bizNo: doc.warningNo,
        content: `<p>${doc.content}</p>`,
        contentEn: `<p>${doc.contentEn ?? doc.content}</p>`,
      }),
      set(doc, { status: "PROCESSING", handleDocId: id, handleDesc: doc.handleDesc ?? `已由${me.displayName}发起通知单` }),
    ];
  },
});

const clear = rule(supplierWarning, "doClear", {
  ...facts,
  decide: (doc, risk, _, __, at) => [
    set(doc, { closeDate: at.now, autoClosed: "Y" }),
    ...relit(risk, doc.supplierId, [{ ...doc, status: "CLOSED" }]),
    closeTodo(todos, doc, "HANDLED"),
  ],
});

const reopen = rule(supplierWarning, "doReopen", {
  ...facts,
  decide: (doc, risk) => [
    set(doc, { ignoreUntil: null }),
    ...relit(risk, doc.supplierId, [{ ...doc, status: "OPEN" }]),
    ...(doc.severity === "INFO" ? [] : [asked(doc)]),
  ],
});

/** Each warn day is told once, however often the watch runs on it. */
const remind = rule(supplierWarning, "doRemind", {
  reads: async (doc, find) => ({ supplier: await find.one(supplierInfo, doc.supplierId) }),
  decide: (doc, { supplier }, input) => {
    const matchingParts = (doc.toldDays ?? "").split(",").filter(Boolean);
    const due = input.days!.split(",").filter((part) => part && !matchingParts.includes(part));
    if (due.length === 0) return [];
    const [op, opEn] = operationName(input.blocked ?? "");
    const common = {
      id: doc.id,
      cert: input.cert,
      date: input.validTo,
      n: input.left,
      supplierId: doc.supplierId,
      supplier: supplier.supplierName,
      ownerId: supplier.ownerId,
    };
    return [
      set(doc, { toldDays: [...matchingParts, ...due].join(",") }),
      due.some((value) => value !== "BLOCK") && tell("CERT_EXPIRING", common),
      due.includes("BLOCK") && tell("CERT_EXPIRED_BLOCK", { ...common, op, opEn }),
    ];
  },
});

export const warningRules = [
  raise,
  renew,
  handle,
  ignore,
  transfer,
  write,
  clear,
  reopen,
  remind,
  rule(supplierWarning, "saveOrUpdate", { decide: (doc, _, { before }) => (before ? [] : run(supplierWarning, doc.id, "doRaise", {})) }),
];
