package io.tallykeep.service.health;

/**
 * What one part's check found.
 *
 * @param up whether it answered as it should
 * @param detail what is wrong; empty if nothing is. Names no address and no account
 */
public record PartState(boolean up, String detail) {
  static final PartState UP = new PartState(true, "");

  static PartState down(String detail) {
    return new PartState(false, detail);
  }
}
