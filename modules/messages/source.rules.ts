import { refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { shift } from "#kernel/time.ts";
import { msgCfg } from "./config.entity.ts";
import { msgAddress, msgSource, msgUnsubscribe, msgUser } from "./source.entity.ts";
import { mandatory, noPermission } from "./texts.ts";

/** Which channels a provider serves, and whether it needs an address to call. */
const serves: Readonly<Record<string, { readonly channels: readonly string[]; readonly outside: boolean }>> = {
  SITE: { channels: ["SITE"], outside: false },
  CAPTURE: { channels: ["EMAIL", "SMS", "DING", "WECOM", "WEBHOOK"], outside: false },
  SMTP: { channels: ["EMAIL"], outside: true },
  GENERIC_HTTP_SMS: { channels: ["SMS"], outside: true },
  ALI_LIKE: { channels: ["SMS"], outside: true },
  TENCENT_LIKE: { channels: ["SMS"], outside: true },
  WEBHOOK_BOT: { channels: ["WEBHOOK", "DING", "WECOM"], outside: true },
  CHAT_APP: { channels: ["DING", "WECOM"], outside: true },
};

const saveSource = rule(msgSource, "saveOrUpdate", {
  decide(doc, _, __, me) {
    const shape = serves[doc.provider];
    return [
      me.audience !== "system" &&
        shape !== undefined &&
        !shape.channels.includes(doc.channel) &&
        refuse("MSG_SOURCE_PROVIDER", "该服务商不支持此渠道", "This provider does not serve that channel"),
      me.audience !== "system" &&
        shape?.outside === true &&
        !doc.endpoint &&
        refuse("FIELD_REQUIRED", "请填写地址", "Fill in the endpoint"),
      Boolean(doc.inboxEndpoint) &&
        (doc.channel !== "EMAIL" || !/^pop3s?:\/\/[^/\s]+$/i.test(doc.inboxEndpoint!.replace(/\?.*$/, ""))) &&
        refuse(
          "MSG_SOURCE_INBOX",
          "退信邮箱须为邮件渠道的 pop3s://主机 地址",
          "A bounce mailbox is a pop3s://host address of an e-mail source",
          {
            fieldErrors: [
              {
                path: "inboxEndpoint",
                code: "MSG_SOURCE_INBOX",
                text: ["须为邮件渠道的 pop3s://主机 地址", "must be a pop3s://host address of an e-mail source"],
              },
            ],
          },
        ),
    ];
  },
});

const enableSource = rule(msgSource, "doEnabled", {
  decide: (doc) => set(doc, { enabledFlag: "Y", state: "UP", probeFails: 0, failureWindow: [], nextProbeAt: null, lastError: null }),
});
const disableSource = rule(msgSource, "doDisable", { decide: (doc) => set(doc, { enabledFlag: "N" }) });
const setSecret = rule(msgSource, "doSetSecret", {
  decide: (doc, _, input) => set(doc, { secretSealed: input.sealed ?? null, hasSecret: input.sealed ? "Y" : "N" }),
});

/** The old key works one more day, so that the other side can change over. */
const setKey = rule(msgUser, "doSetKey", {
  decide: (doc, _, input, __, at) =>
    set(doc, {
      oldKeyHash: doc.keyHash,
      oldKeyUntil: doc.keyHash ? shift(at.now, { days: 1 }) : null,
      keyHash: input.keyHash ?? null,
      keySetAt: at.now,
    }),
});

const fixAddress = rule(msgAddress, "doFix", { decide: (doc) => set(doc, { state: "OK", bounceCount: 0, lastError: null }) });
const muteAddress = rule(msgAddress, "doMute", { decide: (doc) => set(doc, { state: "MUTED" }) });

/** Messages nobody can stop: the account's own and those a configuration says so of; what waits for somebody always stands in the inbox. */
const unsubscribe = rule(msgUnsubscribe, "doUnsubscribe", {
  reads: async (_, find, input) => ({
    cfg: input.scope === "CFG" ? ((await find.where(msgCfg, { msgCfgCode: input.scopeValue ?? "-" }))[0] ?? null) : null,
  }),
  decide(doc, { cfg }, input, me, at) {
    const { scope, scopeValue = null, channel = null } = input;
    const kind = scope === "KIND" ? scopeValue : (cfg?.msgKind ?? null);
    const inInbox = channel === "SITE" || channel === null;
    return [
      scope !== "ALL_OPTIONAL" && !scopeValue && refuse("FIELD_REQUIRED", "请选择要退订的消息", "Choose what to unsubscribe from"),
      scope === "CFG" && !cfg && refuse("DATA_NOT_FOUND", "数据不存在或无权查看", "Not found or not visible"),
      (cfg?.mandatoryFlag === "Y" || kind === "SYSTEM" || (kind === "TASK" && inInbox)) && mandatory(),
      set(doc, {
        userId: me.userId,
        scope: scope ?? "KIND",
        scopeValue: scope === "ALL_OPTIONAL" ? null : scopeValue,
        channel,
        source: "PREFERENCE",
        reason: input.note ?? null,
        since: at.now,
      }),
    ];
  },
});

const restore = rule(msgUnsubscribe, "doRestore", {
  decide: (doc, _, __, me, at) => [
    doc.userId !== me.userId && me.audience !== "system" && !me.may("BaseMsgCfg", "btnSave") && noPermission(),
    set(doc, { restoredAt: at.now }),
  ],
});

export const sourceRules = [saveSource, enableSource, disableSource, setSecret, setKey, fixAddress, muteAddress, unsubscribe, restore];
