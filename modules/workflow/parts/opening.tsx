import { SquareArrowOutUpRight } from "lucide-react";
import type { Row } from "#kernel/page-document.ts";
import { hasPage, openDocument } from "./places.tsx";

/** Opens the document a task is about; one without a page is shown in the panel. */
export const openOrShow = (row: Row, show: (row: Row) => void): void => (hasPage(row) ? void openDocument(row) : show(row));

export const opening = { label: ["打开", "Open"], icon: SquareArrowOutUpRight } as const;
