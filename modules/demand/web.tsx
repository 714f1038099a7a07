/** What all purchasing pages draw with: figures that answer why, and the chain of documents. */
export { ChainTable } from "./parts/ChainTable.tsx";
export { chainActions, ChainButton, showChain, type ChainOf } from "./parts/Chain.tsx";
export { LedgerFigure, MayLink, PostingTable, showPostings, stripColumns, type Asked, type StripOf } from "./parts/Postings.tsx";
export { PriceHistory, priceHistoryPanel, useFocusedLine } from "./parts/PriceHistory.tsx";
export { Uom, useUnit } from "./parts/Uom.tsx";
export { useLineWatch, type Turn } from "./parts/lineWatch.tsx";
export { copyTools } from "./parts/copyTool.tsx";
export { openWindow } from "./parts/window.tsx";
export { figureOf, figures, postingEvents, type FigureCode } from "./postings.ts";
