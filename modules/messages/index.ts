import { module } from "#kernel/module.ts";
import { article, articleView } from "./article.entity.ts";
import { articleRules } from "./article.rules.ts";
import { msgBox, msgHistory } from "./box.entity.ts";
import { messageButtons } from "./buttons.ts";
import { carriedNames } from "./carried.ts";
import { msgCfg, msgReceive, msgTemplate } from "./config.entity.ts";
import { configRules } from "./config.rules.ts";
import { msgEvent } from "./event.entity.ts";
import { messageEvents } from "./events.ts";
import { msgDelivery, msgInstance, msgLog } from "./instance.entity.ts";
import { instanceRules } from "./instance.rules.ts";
import { messageLookups } from "./lookups.ts";
import { messageMenus } from "./menus.ts";
import { messageViews, msgOutbox } from "./outbox.entity.ts";
import { messagePrograms } from "./programs.ts";
import { messageRoles } from "./roles.ts";
import { messageSettings } from "./settings.ts";
import { sourceRules } from "./source.rules.ts";
import { msgAddress, msgPreference, msgSource, msgUnsubscribe, msgUser } from "./source.entity.ts";
import { messageRemedies } from "./remedies.ts";

/** Turns what happens into messages that arrive once, in the reader's language, over the right channel. */
export const messages = module("messages", "消息", "Messages", {
  entities: [
    ...[msgEvent, msgReceive, msgSource, msgTemplate, msgCfg, msgUser, msgAddress, msgPreference, msgUnsubscribe],
    ...[msgInstance, msgDelivery, msgLog, msgBox, msgHistory, msgOutbox, article, articleView],
  ],
  views: messageViews,
  rules: [...configRules, ...sourceRules, ...instanceRules, ...articleRules],
  menus: messageMenus,
  remedies: messageRemedies,
  lookups: messageLookups,
  answers: [carriedNames],
  settings: messageSettings,
  roles: messageRoles,
  buttons: messageButtons,
  events: messageEvents,
  programs: messagePrograms,
});

export type { InboundReader } from "./inbound.ts";
export type { ChannelSender, Outgoing, Receipt, Sent, SourceAccount } from "./channel.ts";
export { offersInMail } from "./quick.ts";
export { classOfCode, maskAddress, type ErrorClass } from "./schedule.ts";
export { namesIn, readTemplate, render, smsParts } from "./template.ts";
