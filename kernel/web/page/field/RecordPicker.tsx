import { later } from "../../part/later.tsx";
import type { RecordPickerProps } from "./RecordPickerDialog.tsx";

/** The record window; it comes when a record is first looked for. */
export const RecordPicker = later<RecordPickerProps>(() => import("./RecordPickerDialog.tsx").then((loaded) => loaded.RecordPickerDialog));
