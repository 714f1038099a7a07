import type { Form, Seen } from "#kernel/seen.ts";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "#kernel/web/call.ts";
import { useDraft } from "#kernel/web/draft.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { bpmModel } from "../model.entity.ts";
import { makeDesk, type Desk, type DeskState } from "../diagram/desk.tsx";
import { blankDiagram } from "./blank.ts";

/** A process on the desk: the record, the drawing, and what keeps them the same. */
/** The record with what was changed beside its drawing. */
export type Drawn = Form<typeof bpmModel> & Pick<Seen<typeof bpmModel>, "id">;

export interface Design {
  readonly model: Drawn | null;
  readonly desk: Desk | null;
  readonly error: string;
  readonly dirty: boolean;
  readonly busy: boolean;
  again(): void;
  /** Stores the drawing; answers the record, or null when it could not. */
  save(): Promise<Seen<typeof bpmModel> | null>;
  take(model: Seen<typeof bpmModel>): void;
  /** Changes of the record beside its drawing, stored with the next save. */
  patch(more: Form<typeof bpmModel>): void;
}

export function useDesign(id: string): Design {
  const tab = useTab();
  const [model, setModel] = useState<Seen<typeof bpmModel> | null>(null);
  const [desk, setDesk] = useState<Desk | null>(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [savedTurn, setSavedTurn] = useState(0);
  const [turn, setTurn] = useState(0);
  const [beside, setBeside] = useState<Form<typeof bpmModel>>({});
  const live = useRef<Desk | null>(null);
  const outcome = useDraft<string | undefined>(tab.key, () => live.current?.state.getState().xml);
  const [asked, setAsked] = useState(0);
  const begun = useRef(-1);
  useEffect(() => {
    // A hidden tab keeps its drawing: what was begun is not begun again.
    if (begun.current === asked) return;
    begun.current = asked;
    const open = async (): Promise<void> => {
      const row = await entityCall.find(bpmModel, id);
      const made = await makeDesk(String(row.modelKey));
      const stored = typeof row.bpmnXml === "string" && row.bpmnXml ? row.bpmnXml : "";
      const names = [String(row.nameCn ?? ""), String(row.nameEn ?? row.nameCn ?? "")] as const;
      await made.open(outcome ?? (stored || (await blankDiagram(String(row.modelKey), names))));
      made.state.subscribe((now) => setTurn(now.turn));
      live.current = made;
      setSavedTurn(outcome || !stored ? -1 : made.state.getState().turn);
      setTurn(made.state.getState().turn);
      setModel(row);
      setDesk(made);
    };
    open().catch((cause: unknown) => setError(messageOf(cause)));
  }, [id, outcome, asked]);

  const dirty = desk !== null && (turn !== savedTurn || Object.keys(beside).length > 0);
  const { setDirty, setTitle } = tab;
  useEffect(() => setDirty(dirty), [setDirty, dirty]);
  const cn = String(model?.nameCn ?? "");
  const en = String(model?.nameEn || cn);
  useEffect(() => {
    if (cn) setTitle([cn, en]);
  }, [setTitle, cn, en]);

  return {
    model: model && { ...model, ...beside },
    desk,
    error,
    dirty,
    busy,
    again: () => (setError(""), setAsked((now) => now + 1)),
    take: setModel,
    patch: (more) => setBeside((now) => ({ ...now, ...more })),
    async save() {
      if (!desk || !model) return null;
      setBusy(true);
      try {
        const at = desk.state.getState().turn;
        const { document } = await entityCall.save(bpmModel, { ...beside, id, versionNum: model.versionNum, bpmnXml: await desk.xml() });
        setModel(document);
        setBeside({});
        setSavedTurn(at);
        tellChanged({ entity: bpmModel.name, id, document });
        return document;
      } catch (cause) {
        toast.error(cause);
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** A part of the desk's state, or a fallback while there is no desk. */
export function useDeskState<T>(desk: Desk, read: (state: DeskState) => T): T {
  return useStore(desk.state, read);
}
