import type { Widget } from "#kernel/module.ts";
import { backExport } from "#kernel/platform/excel.entity.ts";
import { operateLog, systemLog } from "#kernel/platform/log.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import type { Text } from "#kernel/text.ts";
import { person } from "./person.entity.ts";

type Side = Widget["audience"];

const figure = (code: string, label: Text, audience: Side, seq: number, route: string, counts: NonNullable<Widget["counts"]>): Widget => ({
  code,
  label,
  audience,
  type: "FIGURE",
  route,
  counts,
  seq,
});

/** What everybody finds at home, whoever they work for. */
const own = (audience: Side): readonly Widget[] => [
  figure("DELEGATION_ACTING", ["我正在代办", "Acting for others"], audience, 710, "userAuthorisationList", {
    entity: userAuthorisation,
    view: "acting",
  }),
  figure("EXPORT_READY", ["待下载的导出", "Exports to download"], audience, 720, "reportBackExportList", {
    entity: backExport,
    view: "ready",
  }),
  { code: "LINKS", label: ["快捷入口", "Shortcuts"], audience, type: "LINKS", seq: 900, span: 2 },
];

/** The figures of administration: who waits for a second pair of eyes, who cannot get in, who is leaving. */
export const adminWidgets: readonly Widget[] = [
  {
    ...figure("GRANT_CONFIRM", ["待复核授权", "Grants to confirm"], "INTERNAL", 610, "systemsetting/userresponsibility?tab=grants", {
      entity: userResp,
      view: "waiting",
    }),
    button: "btnConfirm",
  },
  {
    ...figure("USER_LOCKED", ["锁定的账号", "Locked accounts"], "INTERNAL", 620, "user", { entity: user, view: "locked", list: "user" }),
    button: "btnUnlock",
  },
  {
    ...figure("PERSON_LEAVING", ["离职交接中", "Leaving, to hand over"], "INTERNAL", 630, "employee", { entity: person, view: "leaving" }),
    button: "btnLeave",
  },
  figure("LOG_TODAY", ["今日操作", "Operations today"], "INTERNAL", 650, "userOperateLogList", {
    entity: operateLog,
    view: "people",
    within: ["at", 0],
  }),
  figure("LOG_ERRORS", ["今日系统错误", "System errors today"], "INTERNAL", 651, "log", {
    entity: systemLog,
    view: "errors",
    list: "log",
    within: ["time", 0],
  }),
  ...own("INTERNAL"),
  ...own("SUPPLIER"),
];

/** A declared tile as the row people administer. */
export const widgetRow = ({ code, label, audience, type, route, seq, span }: Widget) => ({
  widgetCode: code,
  nameCn: label[0],
  nameEn: label[1],
  audience,
  widgetType: type,
  dataCall: "baseHomeService/loadWidget",
  drillRoute: route ?? null,
  defaultSeq: seq,
  defaultSpan: span ?? 1,
  enabledFlag: "Y",
});
