import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import type { Row } from "../../../page-document.ts";
import { useText } from "../../language.ts";
import { subscribe } from "../../push.ts";
import { tellChanged, useChanged } from "../changes.ts";
import { entityCall } from "../entityCall.ts";
import type { EditModel } from "./editModel.ts";

/** The reply to one's own step is on its way while its echo comes by push: what is still unknown after this long is somebody else's. */
const echo = 1200;

const versionOf = (row: Row | null | undefined): number => Number(row?.["versionNum"] ?? 0);

/** A document nobody is working on follows what happened to it elsewhere: by another person, in a list beside it, in another window, while its tab was hidden. */
export function useFresh(model: EditModel, document: Row | null): void {
  const { entity } = model;
  const id = String(document?.["id"] ?? "");
  const take = (newer: Row | null): void => {
    const { base, unsaved } = model.state.getState();
    if (!newer || !base || newer["id"] !== base["id"] || versionOf(newer) <= versionOf(base)) return;
    if (unsaved === 0) model.take(newer);
    else model.note(newer);
  };
  useEffect(() => take(document));
  useEffect(() => {
    if (id === "" || !("versionNum" in (document ?? {}))) return;
    const waiting = new Set<ReturnType<typeof setTimeout>>();
    const stop = subscribe(`doc:${entity.name}:${id}`, ({ data }) => {
      const look = (): void => {
        if (versionOf(data) > versionOf(model.state.getState().base)) tellChanged({ entity: entity.name, id });
      };
      waiting.add(setTimeout(look, echo));
    });
    return () => {
      stop();
      waiting.forEach(clearTimeout);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one document is one subscription, whatever version of it is shown
  }, [entity.name, id]);
  useChanged(entity.name, (changed) => {
    const { base } = model.state.getState();
    const news = changed.findLast((row) => row.id === base?.["id"] && !row.gone);
    const isKnown = news?.document && versionOf(news.document) <= versionOf(base);
    if (news && !isKnown) void entityCall.find(entity, news.id).then(take, () => undefined);
  });
}

/** Somebody saved the document one is typing in: said at once, and both versions can be compared now instead of at the save. */
export function NewerNote({ model }: { readonly model: EditModel }) {
  const say = useText();
  const newer = useStore(model.state, (state) => state.newer);
  const base = useStore(model.state, (state) => state.base);
  if (newer === null || versionOf(newer) <= versionOf(base)) return null;
  const who = String(newer["lastUpdatedByName"] ?? "");
  return (
    <div className="pg-sentence pg-sentence-warn" role="status">
      <RefreshCw size={16} aria-hidden />
      <b>{say([`${who || "有人"}刚刚保存了更新的版本。`, `${who || "Someone"} has just saved a newer version.`])}</b>
      <button type="button" onClick={() => model.stale(newer)}>
        {say(["对照两边", "Compare versions"])}
      </button>
    </div>
  );
}
