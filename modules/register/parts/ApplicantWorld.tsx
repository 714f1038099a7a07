import { useMemo } from "react";
import type { ReactNode } from "react";
import { AttachmentCell } from "#kernel/web/file/AttachmentCell.tsx";
import { toast } from "#kernel/web/message.ts";
import { lookupIn, useLookups } from "#kernel/web/page/lookup.ts";
import { bareWorld, TableWorld } from "#kernel/web/table/world.ts";

/** What tables of an applicant may ask for: lookups and attachments; columns and views are nobody's business yet. */
export function ApplicantWorld({ children }: { readonly children: ReactNode }) {
  const lookups = useLookups();
  const world = useMemo(
    () => ({
      ...bareWorld,
      granted: () => true,
      lookups: (type: string) => lookupIn(lookups, type),
      navigate: () => undefined,
      tell: (kind: "error" | "info", text: readonly [string, string]) => (kind === "error" ? toast.error(text) : toast.info(text)),
      cells: { attachment: AttachmentCell },
    }),
    [lookups],
  );
  return <TableWorld value={world as never}>{children}</TableWorld>;
}
