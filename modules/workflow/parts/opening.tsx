import { SquareArrowOutUpRight } from "lucide-react";
import { hasPage, openDocument } from "./places.tsx";
import type { MatterRow } from "./rows.ts";

/** Opens the document a task is about; one without a page is shown in the panel. */
export const openOrShow = <R extends MatterRow>(row: R, show: (row: R) => void): void =>
  hasPage(row) ? void openDocument(row) : show(row);

export const opening = { label: ["打开", "Open"], icon: SquareArrowOutUpRight } as const;
