//! What has to happen in one step inside Redis.

/// Counts one use of a window. KEYS: the counter. ARGV: window in ms.
pub const COUNT: &str = "
local used = redis.call('INCR', KEYS[1])
if used == 1 or redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return used";

/// Takes back one use. KEYS: the counter.
pub const GIVE_BACK: &str = "
if (tonumber(redis.call('GET', KEYS[1])) or 0) > 0 then redis.call('DECR', KEYS[1]) end
return 0";

/// Keeps a snapshot unless the kept one is as new. KEYS: the snapshot. ARGV: seq, bytes, lifetime in ms.
pub const PUT_SNAPSHOT: &str = "
local kept = redis.call('HGET', KEYS[1], 'seq')
if kept and tonumber(kept) >= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'seq', ARGV[1], 'bytes', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1";

/// Notes a deadline unless a newer note was taken. KEYS: the set, the newest note's seq. ARGV: name, seq, time in
/// ms or nothing, how long the seq is remembered in ms.
pub const NOTE_DEADLINE: &str = "
local kept = redis.call('GET', KEYS[2])
if kept and tonumber(kept) > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[4])
if ARGV[3] == '' then redis.call('ZREM', KEYS[1], ARGV[1])
else redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) end
return 1";

/// Gives out what is due and puts it off. KEYS: the set. ARGV: now in ms, put off until, how many at most.
pub const CLAIM_DUE: &str = "
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, name in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], name) end
return due";

/// Somebody came and somebody left. KEYS: the place, the list of places. ARGV: the place's name, lifetime in ms,
/// how many came, they, those who left. A member that nobody is called marks an empty place.
pub const KEEP_PRESENCE: &str = "
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('PTTL', KEYS[1]) > 0 and 1 or 0
redis.call('SADD', KEYS[1], '')
local came = tonumber(ARGV[3])
for i = 4, #ARGV do
  if i < 4 + came then redis.call('SADD', KEYS[1], ARGV[i]) else redis.call('SREM', KEYS[1], ARGV[i]) end
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[1])
return known";

/// Who of these is at which place. KEYS: the list of places. ARGV: what the places' keys begin with, those asked for.
pub const WHEREABOUTS: &str = "
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
for _, place in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
  local here = {}
  for i = 2, #ARGV do
    if redis.call('SISMEMBER', ARGV[1] .. place, ARGV[i]) == 1 then here[#here + 1] = ARGV[i] end
  end
  found[#found + 1] = { place, here }
end
return found";

/// Everybody at the places of one beginning. KEYS: the list of places. ARGV: what the places' keys begin with, what their
/// names begin with, how many are told at most.
pub const ATTENDEES: &str = "
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local most = tonumber(ARGV[3])
local found = {}
for _, place in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
  if string.sub(place, 1, #ARGV[2]) == ARGV[2] then
    for _, who in ipairs(redis.call('SMEMBERS', ARGV[1] .. place)) do
      if #found == most then return found end
      if who ~= '' then found[#found + 1] = who end
    end
  end
end
return found";

/// Keeps seeks. KEYS: the seeks by id, when each ends. ARGV: lifetime in ms, then an id and its bytes in turn.
pub const KEEP_SEEKS: &str = "
local time = redis.call('TIME')
local ends = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1]
for i = 2, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  redis.call('ZADD', KEYS[2], ends, ARGV[i])
end
for _, key in ipairs(KEYS) do
  if redis.call('PTTL', key) < tonumber(ARGV[1]) then redis.call('PEXPIRE', key, ARGV[1]) end
end
return 0";

/// Ends seeks. KEYS: the seeks by id, when each ends. ARGV: their ids.
pub const DROP_SEEKS: &str = "
for _, id in ipairs(ARGV) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
end
return 0";

/// The seeks that stand, an id and its bytes in turn. KEYS: the seeks by id, when each ends.
pub const SEEKS: &str = "
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
end
return redis.call('HGETALL', KEYS[1])";
