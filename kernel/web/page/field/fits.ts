import { createContext, useContext } from "react";
import type { Field, Fields } from "../../../field.ts";
import { goesWith, type Placed, type Row } from "../../../page-document.ts";

export type RecordFits = ReturnType<typeof goesWith>;

/** The document that the fields of a form stand in, where the form is a part of one. */
export const PlaceContext = createContext<{ readonly fields: Fields; readonly above?: Placed | undefined }>({ fields: {} });

/** What a choice in a form has to go with. */
export const useFits = (field: Field, row: Row): RecordFits => goesWith(field, { ...useContext(PlaceContext), row });
