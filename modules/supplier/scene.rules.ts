import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule } from "#kernel/rule.ts";
import { requirement } from "./requirement.entity.ts";
import { scene } from "./scene.entity.ts";
import { pathOf } from "./track.rules.ts";

const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

const noPath = (): Refusal =>
  fault("processTemplateId", "SLC_SCN_002", "流程模板没有生效的版本", "The process template has no version in effect");

const sceneRules = [
  rule(scene, "saveOrUpdate", {
    reads: async (doc, find, _, __, at) => ({ path: await pathOf(find, doc.processTemplateId, at.today) }),
    decide: (_, { path }) => [path === null && noPath()],
  }),
  rule(scene, "doEnabled", {
    reads: async (doc, find, _, __, at) => ({ path: await pathOf(find, doc.processTemplateId, at.today) }),
    decide: (_, { path }) => [path === null && noPath()],
  }),
];

const requirementRules = [
  rule(requirement, "saveOrUpdate", {
    decide: (doc) => [
      !doc.useAt?.length && fault("useAt", "TABLE_REQUIRED", "请选择使用环节", "Choose where it is used"),
      doc.needValidity !== "Y" &&
        doc.expireAction !== "WARN" &&
        fault(
          "expireAction",
          "SLC_REQ_001",
          "不需有效期的资质不会过期，只能提醒",
          "A document without validity never expires: it can only warn",
        ),
    ],
  }),
];

export const configRules = [...sceneRules, ...requirementRules];
