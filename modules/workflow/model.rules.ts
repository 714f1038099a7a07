import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, type Rule } from "#kernel/rule.ts";
import { formProblems } from "./form.ts";
import { bpmModel } from "./model.entity.ts";
import { checksumOf, drawnOf, problemsOf, publishing } from "./publishing.ts";
import { checkDefinition, modelInvalid, type Definition } from "./terms.ts";

const noDiagram = (): Refusal => modelInvalid([{ nodeId: "", text: ["还没有流程图", "there is no diagram yet"] }]);

/** Publishes what is drawn; whoever runs on an older version ends on it. */
const publish = rule(bpmModel, "doPublish", {
  async reads(doc, find, _, me, at) {
    if (!doc.bpmnXml) return { refusal: noDiagram() };
    const definition = await drawnOf(doc);
    const problems = await problemsOf(find, at, me, definition, doc);
    if (problems.length) return { refusal: modelInvalid(problems) };
    return { definition, checksum: checksumOf(doc.bpmnXml) };
  },
  decide(doc, facts, input, me, at) {
    if ("refusal" in facts) return facts.refusal;
    return publishing(
      doc,
      facts.definition,
      { xml: doc.bpmnXml, note: (input["changeNote"] as string | null) ?? null, checksum: facts.checksum },
      me,
      at,
    );
  },
});

const compileModel = rule(bpmModel, "doCompile", {
  reads: async (doc, _, input) => {
    const definition = { ...(input["definition"] as Definition), key: doc.modelKey, version: (doc.currentVersion ?? 0) + 1 };
    return { definition, checksum: checksumOf(JSON.stringify(definition)) };
  },
  decide(doc, { definition, checksum }, input, me, at) {
    if (!Array.isArray(definition.nodes) || !Array.isArray(definition.flows)) return noDiagram();
    const problems = checkDefinition(definition);
    if (problems.length) return modelInvalid(problems);
    return publishing(doc, definition, { xml: (input["xml"] as string | null) ?? null, note: null, checksum }, me, at);
  },
});

const enable = rule(bpmModel, "doEnabled", {
  decide: (doc) => [doc.currentVersion === null && refuse("BPM_NO_MODEL", "流程尚未发布过", "The process was never published")],
});

const copy = rule(bpmModel, "doCopy", {
  decide(doc, _, input, __, at) {
    const { nameEn, categoryId, billTypeCode, ownerUserId, startScope, formConfig, routeKeys, bpmnXml, testCases } = doc;
    return make(bpmModel, at.newId(), {
      modelKey: String(input["modelKey"]),
      nameCn: String(input["nameCn"]),
      nameEn,
      categoryId,
      billTypeCode,
      ownerUserId,
      startScope,
      formConfig,
      routeKeys,
      bpmnXml,
      testCases,
    });
  },
});

const save = rule(bpmModel, "saveOrUpdate", {
  decide: (doc) =>
    formProblems(doc.formConfig).map(([cn, en]) => refuse("BPM_FORM_INVALID", `表单有误：${cn}`, `The form is not valid: ${en}`)),
});

export const modelRules: readonly Rule[] = [save, publish, compileModel, enable, copy];
