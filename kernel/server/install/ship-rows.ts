import { houseZone } from "#kernel/time.ts";
import { isPage, type ButtonShape, type MenuFolder, type MenuPage, type ProgramShape, type RoleShape } from "../../module.ts";
import type { Row } from "../find/visible.ts";

/** What is declared, as the rows people maintain. */
export const menuRow = (
  menu: MenuFolder | MenuPage,
  code: string,
  parent: string | null,
  level: number,
  seqNum: number,
  module: string,
): Row => ({
  menuCode: code,
  name: menu.label[0],
  nameEn: menu.label[1],
  menuParentId: parent,
  levelId: level,
  seqNum: isPage(menu) ? seqNum : (menu.seq ?? seqNum),
  moduleId: isPage(menu) ? module : null,
  imageLink: menu.icon ?? null,
  menuType: isPage(menu) ? "PAGE" : "DIR",
  htmlUrl: isPage(menu) ? menu.route : null,
  audience: isPage(menu) ? menu.audience : "BOTH",
  enabled: "Y",
});

export const programRow = ([jobCode, shape]: readonly [string, ProgramShape]): Row => ({
  jobCode,
  nameCn: shape.label[0],
  nameEn: shape.label[1],
  executor: "HANDLER",
  handler: jobCode,
  shippedFlag: "Y",
  cron: shape.cron ?? null,
  timeZone: shape.zone ?? houseZone,
  overlapRule: shape.overlap ?? "QUEUE",
  misfireRule: shape.misfire ?? "RUN_ONCE",
  timeoutSec: shape.timeoutSec ?? 3600,
  maxRetry: shape.retries ?? 3,
  retryDelaySec: shape.retryDelaySec ?? 60,
  keepDays: shape.keepDays ?? 90,
  params: Object.entries(shape.params ?? {}).map(([paramKey, p], i) => ({
    seqNum: (i + 1) * 10,
    paramKey,
    labelCn: p.label[0],
    labelEn: p.label[1],
    paramType: p.type,
    requiredFlag: p.required ? "Y" : "N",
    lookupType: p.lookup ?? null,
    defaultValue: p.initial ?? null,
  })),
});

export const resourceRow = (menuId: string, code: string, button: ButtonShape | undefined): Row => ({
  resourceCode: code,
  resourceName: button?.label[0] ?? code,
  resourceNameEn: button?.label[1] ?? code,
  resIcon: button?.icon ?? null,
  menuId,
  buttonCode: code,
  enabledFlag: "Y",
});

export const respRow = (respCode: string, { label, audience, orgScope }: RoleShape): Row => ({
  respCode,
  respName: label[0],
  respNameEn: label[1],
  audience,
  systemCode: "BASE",
  homeRoute: audience === "INTERNAL" ? "inHome" : "exHome",
  orgScope: orgScope ?? "ALL",
  categoryScope: "ALL",
  materialScope: "ALL",
  enabledFlag: "Y",
});

/** Each code once, in the words of whoever names it first: several areas may use one button. */
export const firstOf = <T>(named: readonly (readonly [code: string, shape: T])[]): (readonly [code: string, shape: T])[] =>
  named.filter(([code], i) => named.findIndex(([other]) => other === code) === i);
