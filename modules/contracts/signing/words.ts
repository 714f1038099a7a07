import type { Text } from "#kernel/text.ts";

/** A checksum short enough to compare by eye. */
export const hashWords = (hash: string): string => (hash.slice(0, 12).match(/.{4}/g) ?? []).join(" ");

/** What is wrong with a signature, in words. */
export const faultWords: Readonly<Record<string, Text>> = {
  STRUCTURE: ["签名结构损坏", "The signature is damaged"],
  PADDING: ["签名占位区被写入内容", "Something was written into the room of the signature"],
  INTEGRITY: ["签署后内容被改动", "The content was changed after signing"],
  CERTIFICATE: ["证书与签名不符", "The certificate does not belong to the signature"],
  CHAIN: ["证书不是由受信任的机构签发", "The certificate was not issued by a trusted authority"],
  VALIDITY: ["签署时证书不在有效期内", "The certificate was not valid at that time"],
  REVOKED: ["证书已吊销", "The certificate was revoked"],
  TIMESTAMP: ["时间戳无效", "The timestamp is not valid"],
  ADDED_LATER: ["最后一次签名之后文件被追加内容", "Something was added to the file after the last signature"],
  ORDER: ["签名次序不正确", "The signatures are out of order"],
};
