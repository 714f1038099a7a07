import { Skeleton } from "antd";
import { lazy, Suspense } from "react";
import type { Field } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";

const RichEditor = lazy(async () => ({ default: (await import("./RichEditor.tsx")).RichEditor }));

/** What an editor of formatted text is given. */
export interface RichInputProps {
  readonly field: Field;
  /** The record around it: its attachments are the pictures that may stand in the text. */
  readonly row: Row;
  readonly id?: string | undefined;
  readonly value: unknown;
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly bad?: boolean | undefined;
  change(html: string | null): void;
}

/** Formatted text; the editor itself comes when the first one is shown. */
export function RichInput(props: RichInputProps) {
  return (
    <Suspense fallback={<Skeleton active={false} title={false} paragraph={{ rows: 4 }} />}>
      <RichEditor {...props} />
    </Suspense>
  );
}
