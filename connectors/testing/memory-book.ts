import type { ConnectorNotice, NoticeBook } from '../../domain/payments/connector-notice/connector-notice';

/** Statements in memory, in the place of the database. */
export class MemoryBook implements NoticeBook {
  readonly notices = new Map<string, ConnectorNotice>();

  async record(notices: readonly ConnectorNotice[]): Promise<void> {
    for (const notice of notices) if (!this.notices.has(notice.id)) this.notices.set(notice.id, notice);
  }

  async find({ reference, originalReference }: Parameters<NoticeBook['find']>[0]): Promise<ConnectorNotice[]> {
    return [...this.notices.values()].filter(
      (notice) =>
        notice.reference === reference ||
        (originalReference !== undefined && notice.originalReference === originalReference),
    );
  }
}
