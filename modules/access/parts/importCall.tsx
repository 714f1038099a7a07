import { call } from "#kernel/web/call.ts";
import { upload } from "#kernel/web/upload.ts";

export interface Brief {
  readonly apiCode: string;
  readonly method: string;
  readonly path: string;
  readonly summaryCn: string;
  readonly summaryEn: string | null;
  readonly group: string;
}

export interface FieldDifference {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly places?: readonly { readonly place: string; readonly old: unknown; readonly new: unknown }[];
}

/** What an import found, before or after it was applied. */
export interface ImportAnswer {
  readonly serviceCode: string;
  readonly format: string;
  readonly total: number;
  readonly applied: boolean;
  readonly counts: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly disabled: number;
    readonly same: number;
  };
  readonly added: readonly Brief[];
  readonly changed: readonly (Brief & { readonly fields: readonly FieldDifference[] })[];
  readonly missing: readonly (Brief & { readonly id: string; readonly linked: boolean })[];
}

/** Keeps the file on the server, to be compared and later applied. */
export async function uploadDefinition(file: File): Promise<string> {
  const { data } = await upload<{ id: string } | readonly { id: string }[]>("fileServer/v2/file/upload", [file], { path: "api" });
  return (Array.isArray(data) ? data[0] : (data as { id: string })).id;
}

export const importDefinition = async (body: {
  readonly fileId: string;
  readonly format: string;
  readonly serviceCode: string;
  readonly dryRun: "Y" | "N";
}): Promise<ImportAnswer> => (await call<ImportAnswer>("baseServer/baseApiService/importDefinition", body)).data;
