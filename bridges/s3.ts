import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Outside } from "#kernel/server/outside/outside.ts";
import { safeKey, type Storage } from "./storage.ts";

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region?: string;
  readonly prefix?: string;
}

/** Keeps files in an S3 bucket; the client of the bucket is made once and streams both ways. */
export function s3Storage(outside: Outside, options: S3Options): Storage {
  const client = new S3Client({
    region: options.region ?? "us-east-1",
    ...(options.endpoint ? { endpoint: options.endpoint } : {}),
    forcePathStyle: true,
    requestHandler: outside.agents(),
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Older stores know nothing of the newer trailing check sums; ours is the SHA-256 in BaseFile.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const prefix = options.prefix ? `${options.prefix.replace(/\/+$/, "")}/` : "";
  const at = (key: string) => ({ Bucket: options.bucket, Key: `${prefix}${safeKey(key)}` });
  return {
    take: async (key, path) => {
      const { size } = await stat(path);
      await client.send(
        new PutObjectCommand({
          ...at(key),
          Body: createReadStream(path, { highWaterMark: 1 << 20 }),
          ContentLength: size,
          ContentType: "application/octet-stream",
        }),
      );
      await rm(path);
    },
    read: async (key, range) => {
      const found = await client.send(
        new GetObjectCommand({ ...at(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
      );
      return found.Body as Readable;
    },
    move: async (from, to) => {
      const source = at(from);
      await client.send(new CopyObjectCommand({ ...at(to), CopySource: `${source.Bucket}/${encodeURI(source.Key)}` }));
      await client.send(new DeleteObjectCommand(source));
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
  };
}
