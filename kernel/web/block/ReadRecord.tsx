import { useEffect, type ReactNode } from "react";
import type { Entity } from "../../entity.ts";
import type { Text } from "../../text.ts";
import { useChanged } from "../page/changes.ts";
import { PanelState } from "../page/document/PanelState.tsx";
import { useLoad } from "../page/document/useLoad.ts";
import { OwnPage } from "../part/OwnPage.tsx";
import { useTab } from "../tabs.ts";
import { ReadPage } from "./ReadPage.tsx";

interface Props<T> {
  find(id: string): Promise<T>;
  /** What the tab is called; empty while it is not known. */
  title(record: T): Text | string;
  /** Read again when one of its records changes. */
  readonly follows?: Entity;
  children(record: T, again: () => void): ReactNode;
}

/** A page that reads the record its address names. */
export const ReadRecord = <T,>(props: Props<T>) => (
  <OwnPage of={["id"]}>
    <Body {...props} />
  </OwnPage>
);

function Body<T>({ find, title, follows, children }: Props<T>) {
  const tab = useTab();
  const { id = "" } = tab.query;
  const load = useLoad(id, () => find(id));
  useChanged(follows?.name ?? "", load.again);
  const words = load.data === null ? "" : title(load.data);
  const [cn, en] = typeof words === "string" ? [words, words] : words;
  useEffect(() => {
    if (cn) tab.setTitle([cn, en]);
  }, [cn, en, tab]);
  return (
    <ReadPage>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(record) => children(record, load.again)}
      </PanelState>
    </ReadPage>
  );
}
