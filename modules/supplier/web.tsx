export { TrackPanel } from "./parts/stepper.tsx";
export { TrialDialog } from "./parts/Trial.tsx";
export { openItems, type OpenItem } from "./open-items.ts";
export { supplierControl } from "./standing.entity.ts";
export { sureness } from "./sureness.ts";
