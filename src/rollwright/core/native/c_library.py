"""The functions of the C library that the compiler takes for granted, in LLVM's language.

It turns loops that copy, clear, compare or measure memory into calls of these. A library brings its own, so that it
needs nothing from outside.
"""

C_FUNCTIONS = """
define hidden ptr @memcpy(ptr %to, ptr %from, i64 %size) "no-builtins" {
begin:
  %whole = and i64 %size, -16
  br label %check
check:
  %at = phi i64 [0, %begin], [%next, %copy]
  %more = icmp ult i64 %at, %whole
  br i1 %more, label %copy, label %rest
copy:
  %source = getelementptr i8, ptr %from, i64 %at
  %value = load <16 x i8>, ptr %source, align 1
  %place = getelementptr i8, ptr %to, i64 %at
  store <16 x i8> %value, ptr %place, align 1
  %next = add i64 %at, 16
  br label %check
rest:
  %last = phi i64 [%at, %check], [%after, %byte]
  %left = icmp ult i64 %last, %size
  br i1 %left, label %byte, label %done
byte:
  %from_byte = getelementptr i8, ptr %from, i64 %last
  %it = load i8, ptr %from_byte
  %to_byte = getelementptr i8, ptr %to, i64 %last
  store i8 %it, ptr %to_byte
  %after = add i64 %last, 1
  br label %rest
done:
  ret ptr %to
}

define hidden ptr @memmove(ptr %to, ptr %from, i64 %size) "no-builtins" {
begin:
  %a = ptrtoint ptr %to to i64
  %b = ptrtoint ptr %from to i64
  %distance = sub i64 %a, %b
  %apart = icmp uge i64 %distance, %size
  br i1 %apart, label %forwards, label %check
forwards:  ; also right if the target begins before the source: its first byte is never read again
  %near = sub i64 %b, %a
  %close = icmp ult i64 %near, 16
  br i1 %close, label %slow, label %fast
fast:
  %copied = call ptr @memcpy(ptr %to, ptr %from, i64 %size)
  ret ptr %to
slow:
  %up = phi i64 [0, %forwards], [%next_up, %up_byte]
  %more_up = icmp ult i64 %up, %size
  br i1 %more_up, label %up_byte, label %done
up_byte:
  %up_source = getelementptr i8, ptr %from, i64 %up
  %up_value = load i8, ptr %up_source
  %up_place = getelementptr i8, ptr %to, i64 %up
  store i8 %up_value, ptr %up_place
  %next_up = add i64 %up, 1
  br label %slow
check:
  %left = phi i64 [%size, %begin], [%next, %byte]
  %more = icmp ne i64 %left, 0
  br i1 %more, label %byte, label %done
byte:
  %next = sub i64 %left, 1
  %source = getelementptr i8, ptr %from, i64 %next
  %value = load i8, ptr %source
  %place = getelementptr i8, ptr %to, i64 %next
  store i8 %value, ptr %place
  br label %check
done:
  ret ptr %to
}

define hidden ptr @memset(ptr %to, i32 %value, i64 %size) "no-builtins" {
begin:
  %it = trunc i32 %value to i8
  %one = insertelement <16 x i8> poison, i8 %it, i32 0
  %all = shufflevector <16 x i8> %one, <16 x i8> poison, <16 x i32> zeroinitializer
  %whole = and i64 %size, -16
  br label %check
check:
  %at = phi i64 [0, %begin], [%next, %fill]
  %more = icmp ult i64 %at, %whole
  br i1 %more, label %fill, label %rest
fill:
  %place = getelementptr i8, ptr %to, i64 %at
  store <16 x i8> %all, ptr %place, align 1
  %next = add i64 %at, 16
  br label %check
rest:
  %last = phi i64 [%at, %check], [%after, %byte]
  %left = icmp ult i64 %last, %size
  br i1 %left, label %byte, label %done
byte:
  %to_byte = getelementptr i8, ptr %to, i64 %last
  store i8 %it, ptr %to_byte
  %after = add i64 %last, 1
  br label %rest
done:
  ret ptr %to
}

define hidden i32 @memcmp(ptr %one, ptr %other, i64 %size) "no-builtins" {
begin:
  br label %check
check:
  %at = phi i64 [0, %begin], [%next, %same]
  %more = icmp ult i64 %at, %size
  br i1 %more, label %byte, label %done
byte:
  %one_byte = getelementptr i8, ptr %one, i64 %at
  %a = load i8, ptr %one_byte
  %other_byte = getelementptr i8, ptr %other, i64 %at
  %b = load i8, ptr %other_byte
  %equal = icmp eq i8 %a, %b
  br i1 %equal, label %same, label %differ
same:
  %next = add i64 %at, 1
  br label %check
differ:
  %wide_a = zext i8 %a to i32
  %wide_b = zext i8 %b to i32
  %order = sub i32 %wide_a, %wide_b
  ret i32 %order
done:
  ret i32 0
}

define hidden i32 @bcmp(ptr %one, ptr %other, i64 %size) "no-builtins" {
  %order = call i32 @memcmp(ptr %one, ptr %other, i64 %size)
  ret i32 %order
}

define hidden i64 @strlen(ptr %text) "no-builtins" {
begin:
  br label %check
check:
  %at = phi i64 [0, %begin], [%next, %step]
  %place = getelementptr i8, ptr %text, i64 %at
  %it = load i8, ptr %place
  %more = icmp ne i8 %it, 0
  br i1 %more, label %step, label %done
step:
  %next = add i64 %at, 1
  br label %check
done:
  ret i64 %at
}
"""
