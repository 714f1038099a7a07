import type { Form, Press, Seen } from "#kernel/seen.ts";
import type { Row } from "#kernel/page-document.ts";
import { call, CallError, download, saveBlob, upload } from "#kernel/web/call.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useState } from "react";
import { ruleSet, type ruleDecisionLog } from "../rule-set.entity.ts";
import { flatRule } from "./ruleRows.ts";
import type { RuleModel } from "./ruleModel.tsx";

const path = (name: string): string => `ruleEngineServer/v1/baseRuleSetRestful/${name}`;

/** Says what went wrong; what the server marked is named beside it. */
function tellFault(error: unknown): void {
  const marked = error instanceof CallError ? error.fieldErrors.map((fieldError) => fieldError.msg) : [];
  toast.error(marked.length > 1 ? `${(error as CallError).msg}：${marked.slice(0, 3).join("；")}` : error);
}

const tell = (document: Form<typeof ruleSet>): void => tellChanged({ entity: ruleSet.name, id: String(document.id), document });

/** Stores what changed; a version that did not change stays as it is. */
async function save(model: RuleModel): Promise<Form<typeof ruleSet>> {
  const { base } = model.state.getState();
  if (base && model.unsaved() === 0) return base;
  const { document } = await entityCall.save(ruleSet, model.body());
  model.take(document);
  tell(document);
  return document;
}

export interface RuleWork {
  readonly busy: boolean;
  save(): Promise<void>;
  publish(): Promise<void>;
  revise(): Promise<void>;
  end(): Promise<void>;
  take(file: File): Promise<void>;
  out(): Promise<void>;
}

/** The things one can do with a version, one at a time. */
export function useRuleWork(model: RuleModel, reload: (id: string | null) => void): RuleWork {
  const [busy, setBusy] = useState(false);
  const head = () => model.state.getState().head;
  const work = async (does: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await does();
    } catch (error) {
      tellFault(error);
    } finally {
      setBusy(false);
    }
  };
  const act = async (
    action: "doPublish" | "doRevise" | "doInvalid",
    body: Press<typeof ruleSet, "doPublish">,
  ): Promise<Seen<typeof ruleSet>> => {
    const { document } = await entityCall.act(ruleSet, action, body);
    tell(document);
    return document;
  };
  return {
    busy,
    save: () =>
      work(async () => {
        const isNew = head().id === null;
        const stored = await save(model);
        toast.success([`已保存 ${head().ruleCode}`, `Saved ${head().ruleCode}`]);
        if (isNew) reload(String(stored.id));
      }),
    publish: () =>
      work(async () => {
        const stored = await save(model);
        await act("doPublish", { id: String(stored.id), versionNum: stored.versionNum });
        toast.success([`已发布第 ${head().version} 版`, `Version ${head().version} is published`]);
        reload(String(stored.id));
      }),
    revise: () =>
      work(async () => {
        await act("doRevise", { id: head().id });
        reload(null);
      }),
    end: () =>
      work(async () => {
        const yes = await confirm({
          title: ["使该版本失效？", "Invalidate this version?"],
          text: ["失效后按上一生效版本或默认结果处理。", "The previous version, or the default, then applies."],
          confirm: ["失效", "Invalidate"],
          danger: true,
        });
        if (!yes) return;
        await act("doInvalid", { id: head().id });
        reload(head().id);
      }),
    take: (file) =>
      work(async () => {
        const { data } = await upload<readonly Row[]>(path("readExcel"), [file], { id: head().id });
        model.rules.remove(model.rules.state.getState().rows.map((edit) => edit.key));
        model.rules.insert(data.map((line) => flatRule(line, head()) as Record<string, unknown>));
        toast.info([`读入 ${data.length} 行，检查后保存`, `${data.length} rows read. Check them, then save`]);
      }),
    out: () => work(async () => saveBlob(await download(path("exportExcel"), { ids: [head().id] }))),
  };
}

/** A decision from the log with the reasons in words. */
export type ExplainedDecision = Seen<typeof ruleDecisionLog> & {
  readonly ruleName?: string | null;
  readonly told?: readonly string[];
  readonly inputsShown?: readonly { readonly key: string; readonly label: string; readonly value: unknown }[];
};

/** Asks the server for the words of one decision, or of all about a record. */
export const explainDecision = async (body: Row): Promise<ExplainedDecision | readonly ExplainedDecision[]> =>
  (await call<ExplainedDecision | readonly ExplainedDecision[]>(path("explain"), body)).data;
