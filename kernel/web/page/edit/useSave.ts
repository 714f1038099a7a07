import { useState } from "react";
import type { Row } from "../../../page-document.ts";
import { CallError } from "../../call.ts";
import { confirm, toast } from "../../message.ts";
import { askedBy } from "../action/asks.ts";
import { tellChanged } from "../changes.ts";
import { entityCall } from "../entityCall.ts";
import type { EditModel } from "./editModel.ts";
import { titleNow } from "../title.ts";

export interface Saving {
  readonly saving: boolean;
  /** The document as it is stored now, or null when something stands in the way. */
  save(): Promise<Row | null>;
}

/** Shows both versions, the newer one as a reader gets it: with the names of whoever and whatever it refers to. Whoever typed nothing has no side to choose. */
export async function askSide(model: EditModel, theirs: Row): Promise<void> {
  const newer = await entityCall.find(model.entity, String(theirs["id"])).catch(() => theirs);
  if (model.state.getState().unsaved > 0) return model.stale(newer);
  model.take(newer);
  toast.info([
    "单据刚被更新，已换成最新内容，请核对后再操作",
    "The document has just changed and is shown as it is now. Check it and try again",
  ]);
}

/** Saves a document: checks first, sends what changed, redraws from the reply, and shows both versions when somebody was quicker. */
export function useSave(model: EditModel, done?: (document: Row, created: boolean) => void): Saving {
  const [saving, setSaving] = useState(false);
  const { entity } = model;

  const fail = (error: unknown): void => {
    if (!(error instanceof CallError)) return toast.error(error);
    const theirs = (error.data as { theirs?: Row } | null)?.theirs;
    if (theirs) return void askSide(model, theirs);
    model.pin(error.fieldErrors, error.msg);
    if (error.fieldErrors.length === 0) toast.error(error);
  };

  const send = async (confirmed: readonly string[]): Promise<Row | null> => {
    const created = model.state.getState().base === null;
    try {
      const { document, notes } = await entityCall.save(entity, { ...model.body(), ...(confirmed.length > 0 ? { confirmed } : {}) });
      model.take(document);
      tellChanged({ entity: entity.name, id: String(document["id"]), document });
      const name = titleNow(entity, document).main;
      toast.success([`已保存 ${name}`, `Saved ${name}`]);
      for (const note of notes) toast.warning(note.msg);
      done?.(document, created);
      return document;
    } catch (error) {
      const asks = askedBy(error);
      if (asks.length === 0) {
        fail(error);
        return null;
      }
      const yes = await confirm({
        title: ["仍要保存吗？", "Save anyway?"],
        text: asks.map((note) => note.msg).join("\n"),
        confirm: ["保存", "Save"],
      });
      return yes ? send([...confirmed, ...asks.map((note) => note.code)]) : null;
    }
  };

  return {
    saving,
    async save() {
      const { base, unsaved } = model.state.getState();
      if (saving) return null;
      if (model.uploading() > 0) {
        toast.warning(["附件还在上传，完成后再保存", "Attachments are still uploading. Save when they are done"]);
        return null;
      }
      if (base !== null && unsaved === 0) return base;
      if (model.check() > 0) return null;
      setSaving(true);
      try {
        return await send([]);
      } finally {
        setSaving(false);
      }
    },
  };
}
