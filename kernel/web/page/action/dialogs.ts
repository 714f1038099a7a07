import { later } from "../../part/later.tsx";

/** What an action may ask or tell, fetched when it first does. */
export const InputDialog = later(() => import("./InputDialog.tsx").then((loaded) => loaded.InputDialog));
/** What will happen to many rows, before it does. */
export const BulkTrial = later(() => import("../list/BulkTrial.tsx").then((loaded) => loaded.BulkTrial));
export const AfterDialog = later(() => import("./AfterDialog.tsx").then((loaded) => loaded.AfterDialog));
export const WhatIf = later(() => import("./WhatIf.tsx").then((loaded) => loaded.WhatIf));
